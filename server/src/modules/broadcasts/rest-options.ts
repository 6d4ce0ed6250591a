import type { BroadcastContent, BroadcastOptions } from '@crewline/contract/broadcasts'
import type { restingOf } from '../messages/index.ts'

/** When people rest, and what the organization decided about texts to them. */
export type Resting = Awaited<ReturnType<typeof restingOf>>

/**
 * Returns why texts of a broadcast wait. It was reviewed as a whole, so that what an organization wants to be asked about
 * at night holds it, and a guard that only warns does not.
 */
export function heedsOf(
  options: BroadcastOptions,
  { offClockGuard }: Resting['settings'],
): { shifts: boolean; nights: boolean } {
  const waits = options.quietHours === 'hold'
  return { shifts: waits && offClockGuard === 'hold', nights: waits }
}

/** Whether a broadcast says that no reply is needed before the shift: a poll and a confirmation ask for an answer. */
export function saysReplyCanWait({ kind, options }: Pick<BroadcastContent, 'kind' | 'options'>): boolean {
  // Content from before this option has none.
  return kind === 'announcement' && (options.replyCanWait as boolean | undefined) !== false
}
