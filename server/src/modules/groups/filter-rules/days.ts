/** A day of 24 hours, in ms; calendar days are counted in UTC, which has no others. */
const DAY_MS = 86_400_000

/** The calendar day of a moment in a zone, as YYYY-MM-DD. */
export function dayAt(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  )
}

/** The day so many days after another, or before it where negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Whether these are ten characters of a day that the calendar has, from 1000 to 9999. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/**
 * The months and days, as MM-DD, from a day on for so many days more. Whoever has the 29 February celebrates on the 28th in
 * years without one.
 */
export function anniversariesFrom(day: string, days: number): string[] {
  const found = new Set<string>()
  for (let ahead = 0; ahead <= Math.min(days, 366); ahead++) {
    const one = dayAfter(day, ahead)
    found.add(one.slice(5))
    if (one.endsWith('-02-28') && dayAfter(one, 1).endsWith('-03-01')) found.add('02-29')
  }
  return [...found]
}
