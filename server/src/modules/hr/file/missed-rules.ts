import type { HrSettings } from '@crewline/contract/hr'
import { Temporal } from 'temporal-polyfill'

/** The occasion that passed last, and the one before it: a file that arrives in between is in time. */
export interface Occasion {
  due: Date
  since: Date
}

/**
 * Whether a file arrived for an occasion. `files` are the last two since the occasion before. When that one was reported as
 * missed, a single file counts for it if it came nearer to it than to this one: it was late.
 */
export function isFileFor({ due, since }: Occasion, files: readonly Date[], wasReported: boolean): boolean {
  const [newest, other] = files
  if (!newest || other || !wasReported) return newest !== undefined
  return newest.getTime() - since.getTime() > due.getTime() - newest.getTime()
}

/** Returns the last moment by which a file was expected; undefined when none is. */
export function lastOccasion(
  expected: NonNullable<HrSettings['expectsFile']>,
  now: Date,
  timeZone: string,
): Occasion | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const [hour = 0, minute = 0] = expected.time.split(':').map(Number)
  const found: Date[] = []
  // The one before may be a week earlier.
  for (let days = 0; days <= 14 && found.length < 2; days++) {
    const at = local.subtract({ days }).withPlainTime({ hour, minute })
    if (expected.weekdays.includes(at.dayOfWeek) && Temporal.ZonedDateTime.compare(at, local) <= 0)
      found.push(new Date(at.epochMilliseconds))
  }
  const [due, since] = found
  return due && since ? { due, since } : undefined
}
