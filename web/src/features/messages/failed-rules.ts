import type { Message } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'

/** How a text that did not arrive may go again: the same once more, after a question, in other words, or not at all. */
export type Repeating = 'retry' | 'ask' | 'rewrite' | 'none'

/** What a teammate may do about a text that did not arrive; one that may have arrived is never sent again without a question. */
export function howToRepeat({ state, errorCode }: Pick<Message, 'state' | 'errorCode'>): Repeating {
  if (state === 'unknown' || state === 'quarantined' || errorCode === 'outcome_unknown') return 'ask'
  const reason = reasonFor(errorCode)
  if (state === 'suppressed' || reason.class === 'opted_out') return 'none'
  if (reason.mayRetry) return 'retry'
  return reason.class === 'filtered' ? 'rewrite' : 'none'
}
