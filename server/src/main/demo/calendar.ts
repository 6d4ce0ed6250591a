import type { Chance } from './chance.ts'
import { DAY, HOUR, localMoment, MINUTE } from './moments.ts'
import { TIMEZONE } from './organizations.ts'

/** Oldest day of the conversations, in days. */
export const WEEKS_BACK_DAYS = 56

/** Picks a time between 5:30 and 21:30 local time `days` days ago; never in the last hour. */
export function momentDaysAgo(chance: Chance, nowMs: number, days: number): number {
  const minute = chance.integer(5 * 60 + 30, 21 * 60 + 30)
  const moment = localMoment(nowMs - days * DAY, minute, TIMEZONE) + chance.integer(0, MINUTE)
  return Math.min(moment, nowMs - HOUR - chance.integer(0, 8 * HOUR))
}

/**
 * Picks the times of the last message in unread conversations: the newest minutes ago, the oldest within half a day.
 */
export function unreadMoments(chance: Chance, nowMs: number, count: number): number[] {
  let agoMs = chance.integer(60_000, 150_000)
  return Array.from({ length: count }, (_, at) => {
    const moment = nowMs - agoMs
    agoMs += at < 5 ? chance.integer(2, 11) * MINUTE : chance.integer(15, 75) * MINUTE
    return moment + chance.integer(-20_000, 20_000)
  })
}

/** Picks the times of the last message in answered conversations: some in the last hours, most over the last weeks. */
export function answeredMoments(chance: Chance, nowMs: number, count: number): number[] {
  const todayCount = Math.round(count * 0.09)
  return Array.from({ length: count }, (_, at) => {
    if (at < todayCount)
      return nowMs - Math.round(6 * MINUTE + (at / todayCount) ** 1.4 * 11 * HOUR) - chance.integer(0, 9 * MINUTE)
    const days = 1 + Math.floor(-Math.log(1 - chance.next() * 0.985) * 12)
    return momentDaysAgo(chance, nowMs, Math.min(days, WEEKS_BACK_DAYS))
  })
}

/** Picks the times of earlier dialogues, oldest first: each ends days before the next. */
export function earlierMoments(chance: Chance, endsAt: number, count: number): number[] {
  const moments: number[] = []
  let at = endsAt
  for (let n = 0; n < count; n++) {
    at = momentDaysAgo(chance, at, chance.integer(2, 12))
    moments.unshift(at)
  }
  return moments
}
