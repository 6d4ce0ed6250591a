import { msg } from '@crewline/contract/localized-text'
import { daysAfter } from '@crewline/contract/calendar'
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

/**
 * Returns the requested days. Defaults to the last thirty days, or to thirty days up to the given end. Fails with a
 * field error for an invalid range.
 */
export function readRequestedDays(
  query: { startDate?: string | undefined; endDate?: string | undefined },
  today: string,
): Days {
  for (const [field, day] of Object.entries(query))
    if (day !== undefined && day < FIRST_DAY) refuse(field, msg({ message: 'Choose a day after the year 2000.' }))
  const end = query.endDate ?? today
  const start = query.startDate ?? daysAfter(end, 1 - USUAL_DAYS)
  if (start > end) {
    if (query.endDate === undefined) refuse('startDate', msg({ message: 'Choose a day that has begun.' }))
    refuse('endDate', msg({ message: "The end can't be before the start." }))
  }
  const count = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
  if (count > MOST_DAYS)
    refuse(query.startDate === undefined ? 'endDate' : 'startDate', msg({ message: 'Choose 366 days or fewer.' }))
  return { start, end, count }
}

/** Returns as many days just before a range. */
export function daysBefore({ start, end }: { start: string; end: string }): { start: string; end: string } {
  const count = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
  return { start: daysAfter(start, -count), end: daysAfter(start, -1) }
}

function refuse(field: string, text: LocalizedText): never {
  fail('invalid', { fieldErrors: { [field]: text } })
}
