import type { Chance } from './chance.ts'
import { DAY, HOUR, localMoment, MINUTE } from './moments.ts'
import { TIMEZONE } from './organizations.ts'

/** Most days back that conversations go. */
export const WEEKS_BACK_DAYS = 56

/** A moment between 5:30 and 21:30 local time on the day that lies `days` before now; never in the last hour. */
export function momentDaysAgo(chance: Chance, nowMs: number, days: number): number {
  const minute = chance.whole(5 * 60 + 30, 21 * 60 + 30)
  const moment = localMoment(nowMs - days * DAY, minute, TIMEZONE) + chance.whole(0, MINUTE)
  return Math.min(moment, nowMs - HOUR - chance.whole(0, 8 * HOUR))
}

/** When unread conversations had their last text: the newest minutes ago, the oldest within half a day. */
export function unreadMoments(chance: Chance, nowMs: number, count: number): number[] {
  let agoMs = chance.whole(60_000, 150_000)
  return Array.from({ length: count }, (_, at) => {
    const moment = nowMs - agoMs
    agoMs += at < 5 ? chance.whole(2, 11) * MINUTE : chance.whole(15, 75) * MINUTE
    return moment + chance.whole(-20_000, 20_000)
  })
}

/** When answered conversations had their last text: some in the last hours, most of them over the last weeks. */
export function restMoments(chance: Chance, nowMs: number, count: number): number[] {
  const todayCount = Math.round(count * 0.09)
  return Array.from({ length: count }, (_, at) => {
    if (at < todayCount)
      return nowMs - Math.round(6 * MINUTE + (at / todayCount) ** 1.4 * 11 * HOUR) - chance.whole(0, 9 * MINUTE)
    const days = 1 + Math.floor(-Math.log(1 - chance.next() * 0.985) * 12)
    return momentDaysAgo(chance, nowMs, Math.min(days, WEEKS_BACK_DAYS))
  })
}

/** Moments of earlier dialogues, oldest first: each ends days before the next. */
export function earlierMoments(chance: Chance, endsAt: number, count: number): number[] {
  const moments: number[] = []
  let at = endsAt
  for (let n = 0; n < count; n++) {
    at = momentDaysAgo(chance, at, chance.whole(2, 12))
    moments.unshift(at)
  }
  return moments
}
