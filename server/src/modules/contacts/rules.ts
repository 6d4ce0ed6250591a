import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { Contact, Reach } from '@crewline/contract/contacts'
import { NAME_MAX } from '@crewline/contract/limits'
import { Temporal } from 'temporal-polyfill'
import { folded } from '../../kernel/text.ts'

/** Maximum length of a normalized name: one letter may expand to eighteen, and index and cursor sizes are limited. */
const SORT_NAME_MAX = 2 * NAME_MAX + 1

/** Returns the normalized full name, used for sorting and search. */
export function sortName(firstname: string, lastname: string): string {
  return folded(`${firstname} ${lastname}`.trim()).slice(0, SORT_NAME_MAX).toWellFormed()
}

/** Returns whether a contact can be texted, or else the most important reason why not. */
export function reachOf(phone: string | null, phoneState: 'ok' | 'landline' | 'not_in_use', optedOut: boolean): Reach {
  if (phone === null) return 'no_mobile'
  if (optedOut) return 'opted_out'
  if (phoneState === 'landline') return 'landline'
  if (phoneState === 'not_in_use') return 'not_in_use'
  return 'can_text'
}

/** Returns whether a contact's work status bars texts: blocked or terminated. */
export function isBarred(work: Contact['work']): work is 'blocked' | 'terminated' {
  return work === 'blocked' || work === 'terminated'
}

/** Returns errors by field for invalid contact dates; `today` is YYYY-MM-DD. */
export function dateErrors(
  { hireDate, birthday }: { hireDate?: string | null | undefined; birthday?: string | null | undefined },
  today: string,
): Record<string, LocalizedText> {
  const errors: Record<string, LocalizedText> = {}
  if (birthday && !isDay(birthday.length === 5 ? `2000-${birthday}` : birthday))
    errors.birthday = msg({ message: "This day doesn't exist. Enter a birthday like 1990-04-23 or 04-23." })
  else if (birthday && birthday.length > 5 && (birthday > today || birthday < '1900'))
    errors.birthday = msg({ message: 'Check the year. A birthday is in the past.' })
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  if (hireDate && (!isDay(hireDate) || hireDate < '1900' || hireDate > nextYear))
    errors.hireDate = msg({ message: 'Check the date. It is more than a year ahead or long ago.' })
  return errors
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Returns a birthday as the member may see it: the year is sensitive, the day is not. */
export function birthdayFor(birthday: string | null, canSeeSensitive: boolean): string | null {
  return birthday === null || canSeeSensitive ? birthday : birthday.slice(-5)
}

/** Returns the filter names of the fields that differ. */
export function changedFields<Fields extends { custom: Record<string, unknown>; phone: string | null }>(
  before: Fields,
  after: Fields,
): string[] {
  const names = (Object.keys(after) as (keyof Fields & string)[]).filter(
    (name) => name !== 'custom' && name !== 'phoneKind' && before[name] !== after[name],
  )
  const keys = new Set([...Object.keys(before.custom), ...Object.keys(after.custom)])
  const custom = [...keys].filter((key) => JSON.stringify(before.custom[key]) !== JSON.stringify(after.custom[key]))
  return [
    ...names.map((name) => (name === 'work' ? 'status' : name)),
    ...(before.phone === after.phone ? [] : ['reach']),
    ...custom.map((key) => `custom.${key}`),
  ]
}

/** The calendar day of a moment in a time zone, YYYY-MM-DD. */
export function dayIn(moment: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}
