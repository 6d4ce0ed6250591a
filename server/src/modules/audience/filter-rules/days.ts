import { daysAfter } from '@crewline/contract/calendar'

/** Checks that a text is a valid calendar day as YYYY-MM-DD, from year 1000 to 9999. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/**
 * Returns the months and days, as MM-DD, from a day on and for this many more days. Treats February 29 as February 28
 * in years without a leap day.
 */
export function anniversariesFrom(day: string, days: number): string[] {
  const monthDays = new Set<string>()
  for (let ahead = 0; ahead <= Math.min(days, 366); ahead++) {
    const date = daysAfter(day, ahead)
    monthDays.add(date.slice(5))
    if (date.endsWith('-02-28') && daysAfter(date, 1).endsWith('-03-01')) monthDays.add('02-29')
  }
  return [...monthDays]
}
