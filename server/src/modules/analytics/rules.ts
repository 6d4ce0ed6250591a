import type { LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'

/** Maximum number of days in one answer. */
const MOST_DAYS = 366
/** Default number of days. */
const USUAL_DAYS = 30
/** Earliest day accepted; no message is older. */
const FIRST_DAY = '2000-01-01'

const DAY_MS = 24 * 3_600_000

/** Calendar days from `start` to `end`, inclusive. */
export interface Days {
  start: string
  end: string
  count: number
}

/** Returns the calendar day of a moment in a time zone. */
export function dayAt(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(moment)
}

/** Adds days to a calendar day. Works on dates without hours, so clock changes do not matter. */
export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Returns the requested days. Defaults to the last thirty days, or to thirty days up to the given end. Fails with a
 * field error for an invalid range.
 */
export function readRequestedDays(
  query: { startDate?: string | undefined; endDate?: string | undefined },
  today: string,
): Days {
  for (const [field, day] of Object.entries(query))
    if (day !== undefined && day < FIRST_DAY)
      refuse(field, { en: 'Choose a day after the year 2000.', es: 'Elige un día posterior al año 2000.' })
  const end = query.endDate ?? today
  const start = query.startDate ?? daysLater(end, 1 - USUAL_DAYS)
  if (start > end) {
    if (query.endDate === undefined)
      refuse('startDate', { en: 'Choose a day that has begun.', es: 'Elige un día que ya haya empezado.' })
    refuse('endDate', {
      en: 'Choose an end that is not before the start.',
      es: 'Elige un final que no sea anterior al inicio.',
    })
  }
  const count = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
  if (count > MOST_DAYS)
    refuse(query.startDate === undefined ? 'endDate' : 'startDate', {
      en: 'Choose 366 days or fewer.',
      es: 'Elige 366 días o menos.',
    })
  return { start, end, count }
}

function refuse(field: string, text: LocalizedText): never {
  fail('invalid', { fieldErrors: { [field]: text } })
}
