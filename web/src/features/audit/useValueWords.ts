import { countryName, formatDate, formatDay, formatList, formatNumber, languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { useRoleNames } from '../organizations/index.ts'
import { useClassNames } from '../records/index.ts'
import { usePermissionAreas } from '../team/index.ts'
import { useCodeWords } from './useCodeWords.ts'
import { listIn, momentIn } from './value-rules.ts'

/**
 * Returns a function that says in words what a recorded value of a field is: codes, yes and no, moments, days, languages and
 * lists of them. Values without words, such as the names that people gave, stay as they were recorded.
 */
export function useValueWords(): (field: string, value: string) => string {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const roles = useRoleNames()
  const classes = useClassNames()
  const areas = usePermissionAreas()
  const moreCodes = useCodeWords()
  const permissions = Object.fromEntries(
    areas.flatMap((area) => area.permissions.map(({ key, label }) => [key, label])),
  )
  const classNames = Object.fromEntries(Object.entries(classes).map(([name, words]) => [name, words.name]))
  const formats = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF', txt: 'TXT', json: 'JSON', zip: 'ZIP' }
  const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...moreCodes,
    role: roles,
    defaultRole: roles,
    permissions,
    class: classNames,
    format: formats,
    scope: { all: t`All contacts`, groups: t`Some groups` },
    work: { active: t`Active`, on_leave: t`On leave`, terminated: t`Left`, blocked: t`Blocked` },
    covers: {
      contacts: t`Some people`,
      groups: t`Some groups`,
      hold: t`What a legal hold covers`,
      everyone: t`Everyone`,
    },
    outcome: { fulfilled: t`Fulfilled`, refused: t`Refused` },
    decision: { release: t`Send the messages`, cancel: t`Don't send the messages` },
    match: { only: t`Only this word`, first: t`First word`, contains: t`Contains the word` },
    days: {
      mon: dayName(1),
      tue: dayName(2),
      wed: dayName(3),
      thu: dayName(4),
      fri: dayName(5),
      sat: dayName(6),
      sun: dayName(7),
    },
  }

  /** The name of a weekday: January 4, 1970 was a Sunday. */
  function dayName(nth: number): string {
    return formatDate(Date.UTC(1970, 0, 4 + nth), 'weekday', locale, 'UTC')
  }

  function wordsFor(field: string, value: string): string {
    const parts = field.split('.')
    const name = parts.at(-1) ?? ''
    // The key of a custom field may be that of a field of ours.
    if (parts[0] === 'custom' || WRITTEN.has(name)) return value
    const list = listIn(value)
    if (list)
      return list.length === 0
        ? t({ message: 'None', context: 'value' })
        : formatList(
            list.map((one) => wordsFor(field, one)),
            locale,
          )
    const ofField = Object.hasOwn(codes, name) ? codes[name] : undefined
    if (ofField && Object.hasOwn(ofField, value)) return ofField[value] ?? value
    if (value === 'true') return t`Yes`
    if (value === 'false') return t`No`
    if (name === 'language' || name === 'languages') return languageName(value, locale)
    if (name === 'country') return countryName(value, locale)
    const when = momentIn(value)
    if (when) return when === 'day' ? formatDay(value, 'date', locale) : formatDate(value, 'dateTime', locale)
    return COUNTS.has(name) && /^\d+$/.test(value) ? formatNumber(Number(value), locale) : value
  }

  return wordsFor
}

/** Fields with texts that people wrote. One that reads like a code or a day is shown as they wrote it. */
const WRITTEN = new Set(
  'name title label word greeting body shortcut shift text message missedCallText fallback options archivedOptions reply description reason why firstname lastname preferredName location department jobTitle employeeId fileName senderName company organization userName'.split(
    ' ',
  ),
)

/** Fields that count something. */
const COUNTS = new Set(
  'contacts conversations messages entries members rows people files count moved recipients segments bytes resumed paused released cancelled waitingTexts'.split(
    ' ',
  ),
)
