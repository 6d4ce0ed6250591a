import type { Holiday } from '@crewline/contract/holidays'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import { Temporal } from 'temporal-polyfill'

/** A stored holiday: its days in the first year, and whether it repeats. Days are strings such as 2026-12-25. */
export type StoredHoliday = Omit<Holiday, 'next' | 'handedDown'> & { handedDown?: boolean }

/**
 * Decides when an organization is open: its time zone, its hours, and the days on which it is closed regardless of
 * hours.
 */
export interface Calendar {
  zone: string
  hours: OrganizationSettings['businessHours']
  holidays: readonly StoredHoliday[]
}

/** The first and the last of consecutive days. */
export interface Span {
  from: string
  to: string
}

/** Returns the holiday of a day. If there are several, the shortest wins, because it explains the day best. */
export function holidayOn(holidays: readonly StoredHoliday[], day: string): StoredHoliday | undefined {
  const year = Number(day.slice(0, 4))
  const matching = holidays.filter((holiday) =>
    // A span that began last year may run into this one.
    [year - 1, year].some((startYear) => {
      const span = spanIn(holiday, startYear)
      return span !== undefined && span.from <= day && day <= span.to
    }),
  )
  return matching.reduce<StoredHoliday | undefined>(
    (shortest, holiday) => (shortest && lengthOf(shortest) <= lengthOf(holiday) ? shortest : holiday),
    undefined,
  )
}

/** Returns the current or next days of a holiday, or undefined when it is over. */
export function nextSpan(holiday: StoredHoliday, today: string): Span | undefined {
  const year = Number(today.slice(0, 4))
  const first = Number(holiday.from.slice(0, 4))
  const years = holiday.yearly ? [Math.max(year - 1, first), Math.max(year, first), Math.max(year + 1, first)] : [first]
  return years.map((startYear) => spanIn(holiday, startYear)).find((span) => span !== undefined && span.to >= today)
}

/** Sorts holidays: current and upcoming ones first, then past ones, latest first. */
export function inOrder(holidays: readonly StoredHoliday[], today: string): Holiday[] {
  const withNext = holidays.map((holiday): Holiday => ({
    ...holiday,
    handedDown: holiday.handedDown ?? false,
    next: nextSpan(holiday, today) ?? null,
  }))
  return withNext.sort((a, b) => {
    if (a.next && b.next) return compare(a.next.from, b.next.from) || compare(a.name, b.name)
    if (a.next || b.next) return a.next ? -1 : 1
    return compare(b.from, a.from)
  })
}

/** Returns whether two holidays cover the same days in the first year that both have. */
export function areSameDays(first: StoredHoliday, second: StoredHoliday): boolean {
  const year = Math.max(Number(first.from.slice(0, 4)), Number(second.from.slice(0, 4)))
  const [a, b] = [spanIn(first, year), spanIn(second, year)]
  return a !== undefined && b !== undefined && a.from === b.from && a.to === b.to
}

/** Returns the number of days in a span. */
export function lengthOf({ from, to }: Span): number {
  return Temporal.PlainDate.from(from).until(to).days + 1
}

/** Returns the days of a holiday that begin in a year, or undefined when there are none. */
function spanIn({ from, to, yearly }: StoredHoliday, year: number): Span | undefined {
  const first = Number(from.slice(0, 4))
  if (year === first) return { from, to }
  if (!yearly || year < first) return undefined
  return { from: inYear(from, year), to: inYear(to, year + Number(to.slice(0, 4)) - first) }
}

/** Returns the same day in another year; February 29 becomes the 28th when that year has none. */
function inYear(day: string, year: number): string {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const monthDay = day.slice(4)
  return `${String(year).padStart(4, '0')}${monthDay === '-02-29' && !isLeap ? '-02-28' : monthDay}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
