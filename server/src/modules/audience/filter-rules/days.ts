/** A day of 24 hours, in ms. Calendar days are computed in UTC, where every day has 24 hours. */
const DAY_MS = 86_400_000

/** Returns the calendar day of a moment in a time zone, as YYYY-MM-DD. */
export function dayAt(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  )
}

/** Returns the day this many days after another, or before it when negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

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
    const date = dayAfter(day, ahead)
    monthDays.add(date.slice(5))
    if (date.endsWith('-02-28') && dayAfter(date, 1).endsWith('-03-01')) monthDays.add('02-29')
  }
  return [...monthDays]
}
