import type { AnalyticsCut, CountedContacts, CountedMessages } from '@crewline/contract/figures'
import { formatDate, languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'

// January 4, 1970 was a Sunday.
const SUNDAY = Date.UTC(1970, 0, 4)
const HOUR_MS = 3_600_000

/** Returns the names of figures, cuts, rows and hours in the language of the page. */
export function useFigureNames() {
  const { t, i18n } = useLingui()
  const cuts: Record<AnalyticsCut, string> = {
    group: t`Group`,
    location: t`Location`,
    department: t`Department`,
    language: t`Language`,
    member: t`Teammate`,
  }
  const messages: Record<CountedMessages, string> = {
    sent: t`Messages sent`,
    delivered: t`Messages delivered`,
    not_delivered: t`Messages not delivered`,
    received: t`Messages received`,
    answers: t`Answers`,
    off_shift_sent: t`Texts sent off shift`,
    off_shift_received: t`Texts received off shift`,
  }
  const contacts: Record<CountedContacts, string> = {
    replied: t`Contacts who replied`,
    opted_out: t`Opt-outs`,
    waiting_over_day: t`Waiting over 24 hours`,
    people_off_shift: t`People with texts off shift`,
  }
  const momentOf = (weekday: number, hour: number) => SUNDAY + (weekday * 24 + hour) * HOUR_MS
  return {
    cuts,
    messages,
    contacts,
    /** The name of a row of a cut; `label` is the name of its group or member, once loaded. */
    rowName({ by, key, label }: { by: AnalyticsCut; key: string; label: string | null | undefined }): string {
      if (by === 'group') return label ?? t`One group`
      if (by === 'member') return label ?? t`One teammate`
      if (key === '') return t`Not set`
      return by === 'language' ? languageName(key, i18n.locale) : key
    },
    weekdayName: (weekday: number, form: 'weekday' | 'longWeekday') =>
      formatDate(momentOf(weekday, 0), form, i18n.locale, 'UTC'),
    hourName: (hour: number) => formatDate(momentOf(0, hour), 'hour', i18n.locale, 'UTC'),
  }
}
