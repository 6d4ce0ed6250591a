import type { Message } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'

/** How a message that was not delivered can be repeated: unchanged, after a question, rewritten, or not at all. */
export type Repeating = 'retry' | 'ask' | 'rewrite' | 'none'

/** Returns whether a message was stopped before it reached a carrier, because the contact opted out. */
export function isStoppedByOptOut({ state, errorCode }: Pick<Message, 'state' | 'errorCode'>): boolean {
  return state === 'suppressed' && errorCode === 'opted_out'
}

/**
 * Returns how a message that was not delivered can be repeated; one that may have been delivered is never resent
 * without a question.
 */
export function howToRepeat({ state, errorCode }: Pick<Message, 'state' | 'errorCode'>): Repeating {
  if (state === 'unknown' || state === 'quarantined' || errorCode === 'outcome_unknown') return 'ask'
  const reason = reasonFor(errorCode)
  if (state === 'suppressed' || reason.class === 'opted_out') return 'none'
  if (reason.mayRetry) return 'retry'
  return reason.class === 'filtered' ? 'rewrite' : 'none'
}
