import type { BlockReason } from '@crewline/contract/broadcast-audience'
import type { BroadcastCounts } from '@crewline/contract/broadcasts'
import type { MessageState } from '@crewline/contract/message-states'
import type { RecipientOutcome } from '@crewline/contract/results'

/** The state of a recipient: blocked, pending until the message is queued, then the state of the message. */
export type RecipientState = 'blocked' | 'pending' | Exclude<MessageState, 'received' | 'noted'>

/** The states behind each outcome. Every state has exactly one, so the outcomes add up to the chosen contacts. */
export const STATES_OF = {
  waiting: ['pending', 'held', 'scheduled', 'queued'],
  sending: ['submitting'],
  sent: ['submitted', 'sent'],
  delivered: ['delivered'],
  not_delivered: ['undelivered', 'failed', 'expired', 'quarantined'],
  unknown: ['unknown'],
  cancelled: ['cancelled'],
  suppressed: ['suppressed'],
  blocked: ['blocked'],
} as const satisfies Record<RecipientOutcome, readonly RecipientState[]>

/**
 * The states of texts that a carrier certainly accepted. Not `failed`, because a carrier may have refused it at once, and
 * not `unknown`.
 */
export const HANDED_OFF_STATES = ['submitted', 'sent', 'delivered', 'undelivered'] as const satisfies RecipientState[]

/** The cause of a text that was not tried again because its broadcast was stopped: this and the code of its last try. */
export const STOPPED_TRY = 'stopped/'

const OUTCOME_OF = new Map<string, RecipientOutcome>(
  (Object.keys(STATES_OF) as RecipientOutcome[]).flatMap((outcome) =>
    STATES_OF[outcome].map((state) => [state, outcome] as const),
  ),
)

/** Returns what became of the text in this state. */
export function outcomeOf(state: string): RecipientOutcome {
  const outcome = OUTCOME_OF.get(state)
  if (!outcome) throw new Error(`a recipient has the unknown state ${state}`)
  return outcome
}

/** Counts of recipients by key: `state:<state>`, `blocked:<reason>`, `replied`, `clicked`, `answered`, `opted_out`. */
export type Tally = ReadonlyMap<string, number>

/**
 * Derives the figures of a run from its counts by state, so that they agree with each other:
 *
 * - `targeted` is `blocked` plus `recipients`;
 * - `recipients` is `waiting` (which includes those being submitted), those on the way, `delivered`, `notDelivered`,
 *   `unknown`, `cancelled` and `suppressed`; those on the way are `submitted` or `sent`, and have no figure of their own;
 * - `handedOff` cuts across these: on the way, delivered, or accepted by a carrier and undelivered.
 */
export function countsFrom(tally: Tally): BroadcastCounts {
  const count = (...states: readonly RecipientState[]) =>
    states.reduce((sum, state) => sum + (tally.get(`state:${state}`) ?? 0), 0)
  const targeted = [...OUTCOME_OF.keys()].reduce((sum, state) => sum + (tally.get(`state:${state}`) ?? 0), 0)
  const blocked = count(...STATES_OF.blocked)
  return {
    targeted,
    blocked,
    recipients: targeted - blocked,
    waiting: count(...STATES_OF.waiting, ...STATES_OF.sending),
    handedOff: count(...HANDED_OFF_STATES),
    delivered: count(...STATES_OF.delivered),
    notDelivered: count(...STATES_OF.not_delivered),
    unknown: count(...STATES_OF.unknown),
    cancelled: count(...STATES_OF.cancelled),
    suppressed: count(...STATES_OF.suppressed),
    replied: tally.get('replied') ?? 0,
    clicked: tally.get('clicked') ?? 0,
    answered: tally.get('answered') ?? 0,
    optedOut: tally.get('opted_out') ?? 0,
  }
}

/** Adds up the counts of several runs, by key. */
export function addTallies(tallies: Iterable<Tally>): Tally {
  const sum = new Map<string, number>()
  for (const tally of tallies) for (const [key, n] of tally) sum.set(key, (sum.get(key) ?? 0) + n)
  return sum
}

/** Returns how many contacts were left out for each reason that occurs, in the given order. */
export function blockedFrom(tally: Tally, reasons: readonly BlockReason[]): { reason: BlockReason; count: number }[] {
  return reasons
    .map((reason) => ({ reason, count: tally.get(`blocked:${reason}`) ?? 0 }))
    .filter(({ count }) => count > 0)
}
