// Why a person was not reached, in words, and the best next step.
import type { BlockReason } from '@crewline/contract/broadcast-audience'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { ReasonClass } from '@crewline/contract/reason-meanings'
import { reasonFor } from '@crewline/contract/reasons'
import type { NextAction } from '@crewline/contract/results'
import { outcomeOf, STOPPED_TRY } from './counts.ts'

/** Why a person was not reached, and what to do. */
interface Explanation {
  text: LocalizedText
  next: NextAction
}

const BLOCKED: Record<BlockReason, Explanation> = {
  excluded: { text: msg({ message: 'You left this person out.' }), next: 'none' },
  archived: { text: msg({ message: 'This contact is archived.' }), next: 'none' },
  terminated: { text: msg({ message: 'This person no longer works here.' }), next: 'none' },
  blocked: { text: msg({ message: 'This contact is blocked.' }), next: 'none' },
  no_mobile: { text: msg({ message: 'There is no mobile number.' }), next: 'add_number' },
  opted_out: { text: reasonFor('opted_out').text, next: 'tell_in_person' },
  landline: { text: reasonFor('landline').text, next: 'fix_number' },
  not_in_use: { text: reasonFor('not_in_use').text, next: 'fix_number' },
  wrong_person: { text: msg({ message: 'Someone else may have this number now.' }), next: 'fix_number' },
  texted_recently: { text: msg({ message: 'This person got a text not long ago.' }), next: 'wait' },
  same_phone: { text: msg({ message: 'Someone else with the same number gets the text.' }), next: 'none' },
}

/** The next step for each class of carrier codes. */
const BY_CLASS: Record<ReasonClass, NextAction> = {
  phone: 'call',
  landline: 'fix_number',
  not_in_use: 'fix_number',
  filtered: 'send_again',
  opted_out: 'tell_in_person',
  expired: 'send_again',
  sender: 'send_again',
  unknown: 'send_again',
}

/** Codes whose next step differs from that of their class. */
const BY_CAUSE: Record<string, NextAction> = {
  no_mobile: 'add_number',
  number_changed: 'send_again',
  contact_archived: 'none',
  blocked: 'none',
  terminated: 'none',
  sample_number: 'none',
  // The person or their carrier blocks the number of the organization.
  '30004': 'tell_in_person',
  // Only the pictures cannot arrive.
  '30011': 'send_again',
  outcome_unknown: 'call',
}

const OWN_CAUSES: Record<string, LocalizedText> = {
  cancelled: msg({ message: 'This was cancelled before it was sent.' }),
  suppressed: msg({ message: 'This person could not be texted any more.' }),
}

/** Returns what a cause of `causeOf` means. */
export function explainCause(cause: string): Explanation {
  if (cause.startsWith(STOPPED_TRY)) {
    const { text, next } = explainCause(cause.slice(STOPPED_TRY.length))
    return {
      text: msg({ message: 'Stopped before another try. The last try failed: {reason}', values: { reason: text } }),
      next,
    }
  }
  const own = Object.hasOwn(OWN_CAUSES, cause) ? OWN_CAUSES[cause] : undefined
  if (own) return { text: own, next: cause === 'cancelled' ? 'send_again' : 'tell_in_person' }
  const reason = reasonFor(cause)
  return { text: reason.text, next: (Object.hasOwn(BY_CAUSE, cause) && BY_CAUSE[cause]) || BY_CLASS[reason.class] }
}

/** Returns why a contact was left out; undefined for a reason that does not exist. */
export function explainBlock(reason: string | null): Explanation | undefined {
  return reason !== null && Object.hasOwn(BLOCKED, reason) ? BLOCKED[reason as BlockReason] : undefined
}

/** What became of a text for one or more people alike. */
export interface Result {
  state: string
  blockReason: string | null
  cause: string | null
}

/** Returns why somebody was not reached; undefined for those who were, for whom it is open, and without a known reason. */
export function explain({ state, blockReason, cause }: Result): Explanation | undefined {
  if (state === 'blocked') return explainBlock(blockReason)
  return cause === null ? undefined : explainCause(cause)
}

/** Returns the best next step for a person. */
export function nextActionOf(result: Result): NextAction {
  const outcome = outcomeOf(result.state)
  if (outcome === 'delivered') return 'none'
  if (outcome === 'waiting' || outcome === 'sending' || outcome === 'sent') return 'wait'
  return explain(result)?.next ?? 'tell_in_person'
}

/** A line of the ledger: people with the same reason. */
export interface LedgerLine {
  action: NextAction
  /** The cause of `causeOf`, or `blocked:` with the reason why they were left out: some have the same name. */
  reason: string
  text: LocalizedText
  count: number
}

/**
 * Sums up a run: who was reached, for whom it is still open, and the others by reason. `targeted` is counted apart from
 * `results`: chosen contacts that no result explains are a defect, as are texts that wait in a run that has ended.
 */
export function ledgerFrom(
  results: readonly (Result & { count: number })[],
  { targeted, hasEnded }: { targeted: number; hasEnded: boolean },
): { reached: number; waiting: number; lines: LedgerLine[]; unexplained: number } {
  let reached = 0
  let waiting = 0
  const lines = new Map<string, LedgerLine>()
  for (const result of results) {
    const outcome = outcomeOf(result.state)
    const explanation = explain(result)
    if (outcome === 'delivered') reached += result.count
    else if (explanation) {
      const reason = result.state === 'blocked' ? `blocked:${result.blockReason}` : (result.cause ?? '')
      const line = lines.get(reason) ?? { action: explanation.next, reason, text: explanation.text, count: 0 }
      lines.set(reason, { ...line, count: line.count + result.count })
    } else if (outcome !== 'blocked' && !(result.state === 'pending' && hasEnded)) waiting += result.count
  }
  const sorted = [...lines.values()].toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason, 'en'))
  const explained = sorted.reduce((sum, line) => sum + line.count, 0)
  return { reached, waiting, lines: sorted, unexplained: targeted - reached - waiting - explained }
}
