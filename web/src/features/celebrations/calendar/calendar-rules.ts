import { daysAfter } from '@crewline/contract/calendar'

/** Returns the month of a day: 2027-06. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** Returns the months from one day to another, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months = [monthOf(first)]
  // The 28th day after the first of a month is in it or begins the next one, so that no month is passed over.
  for (let day = `${monthOf(first)}-01`; monthOf(day) < monthOf(last); day = daysAfter(day, 28))
    if (monthOf(day) !== months.at(-1)) months.push(monthOf(day))
  if (months.at(-1) !== monthOf(last)) months.push(monthOf(last))
  return months
}

/** Returns the weekday of a day: 1 for Monday to 7 for Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Returns the weeks of a month; days of other months are null. `firstDay`: 1 for Monday to 7 for Sunday. */
export function weeksOf(month: string, firstDay: number): (string | null)[][] {
  const first = `${month}-01`
  const weeks: (string | null)[][] = []
  const lead = (weekdayOf(first) - firstDay + 7) % 7
  for (let start = daysAfter(first, -lead); monthOf(start) <= month; start = daysAfter(start, 7)) {
    const week = Array.from({ length: 7 }, (_, nth) => daysAfter(start, nth))
    weeks.push(week.map((day) => (monthOf(day) === month ? day : null)))
  }
  return weeks
}

/** A week that begins on this weekday, as days whose names head the columns. */
export function weekFrom(firstDay: number): string[] {
  // January 1, 2024 was a Monday.
  return Array.from({ length: 7 }, (_, nth) => daysAfter('2024-01-01', firstDay - 1 + nth))
}

/** Returns a day, or the first or the last one when it is before or after these. */
export function dayWithin(day: string, { first, last }: { first: string; last: string }): string {
  return day < first ? first : day > last ? last : day
}

/**
 * Returns the day to which a key moves in the calendar, within its first and last day; undefined for keys that do not
 * move. Page Up and Page Down move by a month.
 */
export function dayForKey(
  key: string,
  day: string,
  { first, last, firstDay }: { first: string; last: string; firstDay: number },
): string | undefined {
  const inWeek = (weekdayOf(day) - firstDay + 7) % 7
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -inWeek,
    End: 6 - inWeek,
    PageUp: -28,
    PageDown: 28,
  }
  const step = steps[key]
  if (step === undefined) return undefined
  return dayWithin(daysAfter(day, step), { first, last })
}
