/**
 * Months are billed in the calendar of each organization, but the payment service bills every subscription on the first
 * of the month at noon UTC: by then the month before is over in every time zone.
 */
const CLOSING_HOUR_UTC = 12

/** Returns when the usage of a month, such as 2026-11-01, stops being added to its invoice. */
export function closingOf(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1, CLOSING_HOUR_UTC))
}

/** Returns the first closing after a moment. */
export function nextClosing(now: Date): Date {
  const ofThisMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, CLOSING_HOUR_UTC)
  if (now.getTime() < ofThisMonth) return new Date(ofThisMonth)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, CLOSING_HOUR_UTC))
}

/** Returns the month before, such as 2026-10-01 for 2026-11-01. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 10)
}

/** Returns the month after, such as 2026-12-01 for 2026-11-01. */
export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

/**
 * Returns the months, in the calendar of any zone, whose counters may still grow: this one and the one before, which
 * west of Greenwich can be the third last one of UTC for some hours.
 */
export function countedMonths(now: Date): string[] {
  const month = `${now.toISOString().slice(0, 7)}-01`
  const before = monthBefore(month)
  return [monthBefore(before), before, month]
}

/**
 * Whether usage of a month may be reported now: not before the month before it is closed, because the usage would be
 * on the invoice of that one. Usage that is counted after the closing of its month is on the next invoice.
 */
export function isReportable(month: string, now: Date): boolean {
  return now >= closingOf(monthBefore(month))
}
