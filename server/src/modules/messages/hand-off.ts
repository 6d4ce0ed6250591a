import type { Tx } from '../../kernel/scope.ts'
import { lockStanding } from '../consent/index.ts'
import { MessageStatusChanged } from './facts.ts'
import { tellFailures } from './arrivals.ts'
import { tellHandedOff } from './handed-off.ts'
import { lookAgain, wentAfterWait } from './due.ts'
import { tryLater } from './retries.ts'
import { decide, type Outcome, type Waiting } from './rules.ts'
import { holdQueued, writeDecisions, writeOutcomes } from './store/hand-off.ts'

/**
 * The point of no return: queued messages, and those whose time to wait is over, become `submitting`, in a transaction that
 * commits before the first byte is written. The consent of each number is locked meanwhile, so a STOP is either seen here
 * or comes after. Messages that must not go become `suppressed`, `expired` or `quarantined`; those that would go in the
 * night wait for the morning. Messages that are neither queued nor due are left out.
 */
export async function markSubmitting(tx: Tx, ids: string[]): Promise<Waiting[]> {
  const held = await holdQueued(tx, ids)
  if (held.length === 0) return []
  const { going, obstacles } = await lookAgain(tx, held)
  const optedOut = await lockStanding(tx, [...new Set(going.map((message) => message.to))])
  const decided = going.map((message) => ({
    message,
    decision: decide(
      message,
      { optedOut: optedOut.has(message.to), obstacle: obstacles.get(message.id) ?? null },
      tx.world.now(),
    ),
  }))
  await writeDecisions(tx, decided)
  const submitting = decided.filter((one) => one.decision.state === 'submitting').map((one) => one.message)
  const stopped = decided.filter((one) => one.decision.state !== 'submitting').map((one) => one.message)
  await wentAfterWait(tx, submitting, stopped)
  if (stopped.length > 0) {
    const stoppedIds = stopped.map((one) => one.id)
    tx.publish(MessageStatusChanged, { ids: stoppedIds })
    await tellFailures(tx, stoppedIds)
  }
  return submitting
}

/** Records how hand-offs ended, in any order and also twice; answers the ids that changed. */
export async function recordOutcomes(tx: Tx, outcomes: Outcome[]): Promise<Set<string>> {
  const { ids, handedOff } = await writeOutcomes(tx, outcomes)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await tellHandedOff(tx, handedOff)
  const moved = new Set(ids)
  const failed = outcomes.filter((one) => one.state === 'failed' && moved.has(one.id))
  await tryLater(tx, failed)
  await tellFailures(
    tx,
    failed.map((one) => one.id),
  )
  return moved
}
