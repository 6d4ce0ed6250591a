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
  // Ends at the last day itself: the day after December 31, 9999 does not compare as text.
  for (let day = first, isOver = first > last; !isOver;) {
    const end = endOf(day)
    const isWhole = day === monthOf(day) && end <= last
    if (isWhole) parts.months.push(day)
    else parts.rest.push(day)
    const through = isWhole ? end : day
    isOver = through >= last
    day = daysAfter(through, 1)
  }
  return parts
}

/** The last day of the month of a day. */
function endOf(day: string): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)
}
