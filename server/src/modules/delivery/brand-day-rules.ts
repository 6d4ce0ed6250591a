import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { instantOf } from '@crewline/contract/schedule-rules'

/** Carriers count days in this zone. */
const CARRIER_ZONE = 'America/Los_Angeles'

/** Returns the day as carriers count it, such as 2026-12-01. */
export function carrierDayOf(moment: Date): string {
  return dayIn(CARRIER_ZONE, moment)
}

/** Returns when the day of carriers ends. */
export function carrierDayEnd(moment: Date): Date {
  return instantOf(`${daysAfter(carrierDayOf(moment), 1)}T00:00`, CARRIER_ZONE)
}

/** An organization of a brand: the segments it used today, and those of its broadcasts that wait. */
export interface BrandSender {
  id: string
  used: number
  waiting: number
}

/**
 * Returns how many segments one organization of a brand may still use today. While enough is left for everything that
 * waits, all of it. Otherwise every organization gets up to the same amount in the day; what one does not need goes to
 * the others.
 */
export function shareOf(senderId: string, senders: BrandSender[], left: number): number {
  const sender = senders.find(({ id }) => id === senderId)
  if (!sender || left <= 0) return 0
  const waiting = senders.reduce((sum, { waiting: own }) => sum + own, 0)
  if (waiting <= left) return left
  return Math.max(0, Math.min(levelFor(senders, left) - sender.used, left))
}

/** Finds the most that each may use in the day, so that all together use what is left. */
function levelFor(senders: BrandSender[], left: number): number {
  const usedAt = (level: number) =>
    senders.reduce((sum, { used, waiting }) => sum + Math.min(Math.max(0, level - used), waiting), 0)
  let low = 0
  let high = Math.max(0, ...senders.map(({ used }) => used)) + left
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (usedAt(middle) <= left) low = middle
    else high = middle
  }
  // The last segments are too few for one each: the first in order get them.
  return usedAt(high) <= left ? high : low + (left > usedAt(low) ? 1 : 0)
}

/** A message that is about to be handed over. */
export interface Sized {
  id: string
  segments: number
  isBroadcast: boolean
}

/** Splits messages into those that fit, in order, and those that wait. Replies never wait. */
export function fit(messages: Sized[], left: number): { going: Sized[]; late: Sized[] } {
  const replies = messages.filter(({ isBroadcast }) => !isBroadcast)
  let rest = left - replies.reduce((sum, { segments }) => sum + segments, 0)
  let isFull = false
  const late: Sized[] = []
  const going = messages.filter((message) => {
    if (!message.isBroadcast) return true
    // The one that waited longest goes first, even if a shorter text would still fit.
    isFull ||= message.segments > rest
    if (isFull) late.push(message)
    else rest -= message.segments
    return !isFull
  })
  return { going, late }
}
