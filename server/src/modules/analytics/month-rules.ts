import { daysAfter } from '@crewline/contract/calendar'

/** Days, some of them as whole months. */
export interface DayParts {
  /** Whole months, by their first day. */
  months: string[]
  /** The other days. */
  rest: string[]
}

/** Returns the first day of the month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 8)}01`
}

/** Returns the days of a month, given by its first day. */
export function daysOfMonth(month: string): string[] {
  const days: string[] = []
  for (let day = month; monthOf(day) === month; day = daysAfter(day, 1)) days.push(day)
  return days
}

/** Splits the days from `first` to `last` into whole months and the rest, each in order. */
export function splitMonths(first: string, last: string): DayParts {
  const parts: DayParts = { months: [], rest: [] }
  for (let day = first; day <= last;) {
    const next = monthOf(daysAfter(monthOf(day), 31))
    const isWhole = day === monthOf(day) && daysAfter(next, -1) <= last
    if (isWhole) parts.months.push(day)
    else parts.rest.push(day)
    day = isWhole ? next : daysAfter(day, 1)
  }
  return parts
}
