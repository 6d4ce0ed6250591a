import { createHash } from 'node:crypto'
import type { RetentionClass } from '@crewline/contract/retention'
import { RETENTION_GRACE_DAYS } from '@crewline/contract/retention-limits'
import { Temporal } from 'temporal-polyfill'

/** The period of a class as stored. */
export interface Setting {
  months: number | null
  previousMonths: number | null
  appliesAt: Date
}

/** Returns the period that applies at a moment; null: kept. */
export function periodAt(setting: Setting | undefined, now: Date): number | null {
  if (!setting) return null
  return setting.appliesAt <= now ? setting.months : setting.previousMonths
}

/**
 * Returns the period by which a purge deletes a class at a moment; null: kept. Attachments go with their messages at the
 * latest, also those that many messages share.
 */
export function purgedAfter(
  settings: ReadonlyMap<RetentionClass, Setting>,
  name: RetentionClass,
  now: Date,
): number | null {
  const own = periodAt(settings.get(name), now)
  if (name !== 'attachments') return own
  const ofMessages = periodAt(settings.get('messages'), now)
  return own === null || ofMessages === null ? (own ?? ofMessages) : Math.min(own, ofMessages)
}

/**
 * Returns the setting after a change. A longer period applies at once, a shorter one after the days in which it can be
 * undone; until then the one that applies now does.
 */
export function changed(setting: Setting | undefined, months: number | null, now: Date): Setting {
  const current = periodAt(setting, now)
  const isShorter = months !== null && (current === null || months < current)
  const appliesAt = isShorter ? new Date(now.getTime() + RETENTION_GRACE_DAYS * 86_400_000) : now
  return { months, previousMonths: current, appliesAt }
}

/** Returns the moment before which a period deletes, by the calendar of a time zone. */
export function cutoff(now: Date, months: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(local.subtract({ months }).epochMilliseconds)
}

/** The digest of a purge that has deleted nothing yet. */
export const EMPTY_DIGEST = createHash('sha256').update('crewline purge v1').digest('hex')

/** Returns the digest after a chunk. */
export function digestOf(before: string, name: string, ids: readonly string[]): string {
  return createHash('sha256')
    .update(`${before}\n${name}\n${ids.join('\n')}\n`)
    .digest('hex')
}
