import type { Holiday } from '@crewline/contract/holidays'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import { Temporal } from 'temporal-polyfill'

/** A holiday as it is kept: its days of the first year, and whether they come back. Days are text, such as 2026-12-25. */
export type KeptHoliday = Omit<Holiday, 'next'>

/** By what an organization is open: its clocks, its hours, and the days on which it is closed whatever they say. */
export interface Calendar {
  zone: string
  hours: OrganizationSettings['businessHours']
  holidays: readonly KeptHoliday[]
}

/** The first and the last of some days in a row. */
export interface Span {
  from: string
  to: string
}

/** The holiday a day belongs to; of several the shortest, which says best why the day is one. */
export function holidayOn(holidays: readonly KeptHoliday[], day: string): KeptHoliday | undefined {
  const year = Number(day.slice(0, 4))
  const found = holidays.filter((holiday) =>
    // A span that began last year may run into this one.
    [year - 1, year].some((begun) => {
      const span = spanIn(holiday, begun)
      return span !== undefined && span.from <= day && day <= span.to
    }),
  )
  return found.reduce<KeptHoliday | undefined>(
    (best, one) => (best && lengthOf(best) <= lengthOf(one) ? best : one),
    undefined,
  )
}

/** The days of a holiday that are now or come next; undefined where they are over. */
export function nextSpan(holiday: KeptHoliday, today: string): Span | undefined {
  const year = Number(today.slice(0, 4))
  const first = Number(holiday.from.slice(0, 4))
  const years = holiday.yearly ? [Math.max(year - 1, first), Math.max(year, first), Math.max(year + 1, first)] : [first]
  return years.map((begun) => spanIn(holiday, begun)).find((span) => span !== undefined && span.to >= today)
}

/** Holidays in the order people look for them: what is now or comes next first, what is over last, the latest of it first. */
export function inOrder(holidays: readonly KeptHoliday[], today: string): Holiday[] {
  const told = holidays.map((one): Holiday => ({ ...one, next: nextSpan(one, today) ?? null }))
  return told.sort((one, other) => {
    if (one.next && other.next) return compare(one.next.from, other.next.from) || compare(one.name, other.name)
    if (one.next || other.next) return one.next ? -1 : 1
    return compare(other.from, one.from)
  })
}

/** Whether two holidays are the same days in the first year that both have. */
export function areSameDays(one: KeptHoliday, other: KeptHoliday): boolean {
  const year = Math.max(Number(one.from.slice(0, 4)), Number(other.from.slice(0, 4)))
  const [a, b] = [spanIn(one, year), spanIn(other, year)]
  return a !== undefined && b !== undefined && a.from === b.from && a.to === b.to
}

/** How many days a span has. */
export function lengthOf({ from, to }: Span): number {
  return Temporal.PlainDate.from(from).until(to).days + 1
}

/** The days of a holiday that begin in a year; undefined where it has none. */
function spanIn({ from, to, yearly }: KeptHoliday, year: number): Span | undefined {
  const first = Number(from.slice(0, 4))
  if (year === first) return { from, to }
  if (!yearly || year < first) return undefined
  return { from: inYear(from, year), to: inYear(to, year + Number(to.slice(0, 4)) - first) }
}

/** The same day of another year; 29 February is the 28th where there is none. */
function inYear(day: string, year: number): string {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const rest = day.slice(4)
  return `${String(year).padStart(4, '0')}${rest === '-02-29' && !isLeap ? '-02-28' : rest}`
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
