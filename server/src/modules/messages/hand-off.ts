import type { Tx } from '../../kernel/scope.ts'
import { lockStanding } from '../consent/index.ts'
import { MessagesHandedOff, MessageStatusChanged } from './facts.ts'
import { codeOf, decide, type Outcome, type Waiting } from './rules.ts'
import { holdQueued, writeDecisions, writeOutcomes } from './store/hand-off.ts'

/**
 * The point of no return: queued messages become `submitting`, in a transaction that commits before the first byte is
 * written. The consent of each number is locked meanwhile, so a STOP is either seen here or comes after. Messages that
 * must not go become `suppressed`, `expired` or `quarantined`. Messages no longer queued are left out.
 */
export async function markSubmitting(tx: Tx, ids: string[]): Promise<Waiting[]> {
  const held = await holdQueued(tx, ids)
  if (held.length === 0) return []
  const optedOut = await lockStanding(tx, [...new Set(held.map((message) => message.to))])
  const decided = held.map((message) => {
    const decision = decide(message, optedOut.has(message.to), tx.world.now())
    return { message, decision, errorCode: codeOf(decision) }
  })
  await writeDecisions(tx, decided)
  const stopped = decided.filter((one) => one.decision !== 'submitting').map((one) => one.message.id)
  if (stopped.length > 0) tx.publish(MessageStatusChanged, { ids: stopped })
  return decided.filter((one) => one.decision === 'submitting').map((one) => one.message)
}

/** Records how hand-offs ended, in any order and also twice; answers the ids that changed. */
export async function recordOutcomes(tx: Tx, outcomes: Outcome[]): Promise<Set<string>> {
  const { ids, handedOff } = await writeOutcomes(tx, outcomes)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  if (handedOff.length > 0) tx.publish(MessagesHandedOff, { ids: handedOff })
  return new Set(ids)
}
