// The states of a broadcast and what leads from one to the next. Without schemas of messages, because lists use it too.
import { z } from 'zod'
import { Instant } from './ids.ts'

/** What a broadcast is for: to inform, to ask, or to get a confirmation from everyone. */
export const BroadcastKind = z.enum(['announcement', 'poll', 'acknowledgement'])
export type BroadcastKind = z.infer<typeof BroadcastKind>

/**
 * The state of a broadcast. `scheduled` waits for its date, `recurring` has a next date, `sending` has a run in
 * progress, which includes its countdown; the last five are final, except that a sent one is `sending` while a text of it is
 * tried again.
 */
export const BroadcastState = z.enum([
  'draft',
  'pending_approval',
  'scheduled',
  'recurring',
  'sending',
  'paused',
  'sent',
  'completed',
  'stopped',
  'cancelled',
  'failed',
])
export type BroadcastState = z.infer<typeof BroadcastState>

/** The states behind each tab of the list. */
export const BROADCAST_TABS = {
  drafts: ['draft', 'pending_approval'],
  scheduled: ['scheduled', 'recurring'],
  sending: ['sending', 'paused'],
  sent: ['sent', 'completed', 'stopped', 'cancelled', 'failed'],
} as const satisfies Record<string, readonly BroadcastState[]>

/** Whether nothing more happens to a broadcast in this state. */
export function isFinal(state: BroadcastState): boolean {
  return (BROADCAST_TABS.sent as readonly BroadcastState[]).includes(state)
}

/** How many texts of the last run of a broadcast wait while it is sent. */
export const BroadcastWaits = z
  .object({ count: z.number().int(), until: Instant.describe('When the last of them may leave.') })
  .nullable()
  .describe('Texts of the last run that wait for a later time while it is sent; null when none does.')

/** How many dates of a repeated broadcast are not over besides the last one. */
export const EarlierDates = z
  .number()
  .int()
  .describe('How many dates before the last one are still being sent or are paused; at most 20 are looked at.')
