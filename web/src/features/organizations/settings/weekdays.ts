import type { Weekday } from '@crewline/contract/organizations'
import { formatDate } from '@crewline/contract/formats'

/** The days of the week, Monday first. */
export const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

// A Monday.
const monday = Date.UTC(2024, 0, 1)
const dayMs = 24 * 3_600_000

/** Returns the full name of a weekday in a language. */
export function weekdayName(day: Weekday, locale: string): string {
  return formatDate(monday + weekdays.indexOf(day) * dayMs, 'longWeekday', locale, 'UTC')
}
