import { dayIn, daysAfter, localTimeAt } from '@crewline/contract/calendar'
import type { NotificationPrefs } from '@crewline/contract/notifications'
import { instantOf } from '@crewline/contract/schedule-rules'
import { isQuiet } from './prefs.ts'

/** When daily digests are sent, in the time zone of the member. */
const DAILY_AT = '08:00'
/** A session notes its use every five minutes, so a member may have been active this long after the last note, in ms. */
const ACTIVE_MS = 6 * 60_000
const QUARTER_MS = 15 * 60_000

/** Returns when the latest digest of a rhythm was due, at the latest now. */
export function lastDue(digest: Exclude<NotificationPrefs['digest'], 'off'>, now: Date, timeZone: string): Date {
  if (digest === '15m') return new Date(now.getTime() - (now.getTime() % QUARTER_MS))
  if (digest === '1h') {
    const { minute, second } = localTimeAt(timeZone, now)
    return new Date(now.getTime() - (now.getTime() % 1000) - (minute * 60 + second) * 1000)
  }
  const today = dayIn(timeZone, now)
  const at = instantOf(`${today}T${DAILY_AT}`, timeZone)
  return at <= now ? at : instantOf(`${daysAfter(today, -1)}T${DAILY_AT}`, timeZone)
}

/** Returns whether a digest is due. One that quiet hours or muting hold back is due once they end. */
export function isDigestDue(
  prefs: NotificationPrefs,
  { checkedAt, now, timeZone }: { checkedAt: Date; now: Date; timeZone: string },
): boolean {
  return prefs.digest !== 'off' && checkedAt < lastDue(prefs.digest, now, timeZone) && !isQuiet(prefs, now, timeZone)
}

/** Returns whether a member is at work in the app, where they see what is new. */
export function isAtWork(activeAt: Date | null, now: Date): boolean {
  return activeAt !== null && now.getTime() - activeAt.getTime() < ACTIVE_MS
}
