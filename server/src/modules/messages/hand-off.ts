import type { Tx } from '../../kernel/scope.ts'
import { lockConsentRows } from '../consent/index.ts'
import { publishFailures } from '../conversations/index.ts'
import { MessageStatusChanged } from './events.ts'
import { cancelTexts } from './later.ts'
import { answeredReminders } from './ports.ts'
import { publishHandedOff } from './handed-off.ts'
import { recheckWaiting, recordSentAfterWait } from './due.ts'
import { tryLater } from './retries.ts'
import { decide, type Outcome, type Waiting } from './rules.ts'
import { cancelOfStopped } from './batches.ts'
import { lockBatchesIn } from './store/batches.ts'
import { lockQueued, writeDecisions, writeOutcomes } from './store/hand-off.ts'
import { supersededAmong } from './superseded.ts'

/**
 * The point of no return: moves queued messages, and those whose wait is over, to `submitting`, in a transaction that
 * commits before the first byte is written. Locks the consent of each number, so that a STOP is either applied here or
 * follows the hand-off; the batch of each message, so that a pause is too; and the session of each reminder, so that an answer
 * is too. Messages that must not be sent become `suppressed`, `expired` or `quarantined`; those that fall
 * into the night wait for the morning. Omits messages that are neither queued nor due.
 */
export async function markSubmitting(tx: Tx, ids: string[]): Promise<Waiting[]> {
  const held = await withoutSuperseded(tx, await withoutClosedBatches(tx, await lockQueued(tx, ids)))
  if (held.length === 0) return []
  const { going: due, obstacles } = await recheckWaiting(tx, held)
  const optedOut = await lockConsentRows(tx, [...new Set(due.map((message) => message.to))])
  const going = await withoutAnswered(tx, due)
  const decided = going.map((message) => ({
    message,
    decision: decide(
      message,
      { optedOut: optedOut.has(message.to), obstacle: obstacles.get(message.id) ?? null },
      tx.world.now(),
    ),
  }))
  await writeDecisions(tx, decided)
  const submitting = decided.filter((item) => item.decision.state === 'submitting').map((item) => item.message)
  const stopped = decided.filter((item) => item.decision.state !== 'submitting').map((item) => item.message)
  await recordSentAfterWait(tx, submitting, stopped)
  if (stopped.length > 0) {
    const stoppedIds = stopped.map((message) => message.id)
    tx.publish(MessageStatusChanged, { ids: stoppedIds })
    await publishFailures(tx, stoppedIds)
  }
  return submitting
}

/** Leaves out messages whose batch was paused or stopped: they stay queued. Locks the batches of the others. */
async function withoutClosedBatches(tx: Tx, held: Waiting[]): Promise<Waiting[]> {
  const batchIds = new Set(held.flatMap((message) => message.heldBy ?? []))
  if (batchIds.size === 0) return held
  const open = await lockBatchesIn(tx, 'open', [...batchIds])
  return held.filter(({ heldBy }) => heldBy === null || open.has(heldBy))
}

/** Ends tries of texts of a date after which a later one left, and leaves them out: the later one left while they failed. */
async function withoutSuperseded(tx: Tx, held: Waiting[]): Promise<Waiting[]> {
  const tries = held.filter(({ waited }) => waited?.reason === 'retry' || waited?.reason === 'carrier_cap')
  const superseded = tries.length > 0 ? await supersededAmong(tx, tries) : new Set<string>()
  if (superseded.size === 0) return held
  await cancelTexts(tx, [...superseded], 'later_date')
  return held.filter(({ id }) => !superseded.has(id))
}

/**
 * Cancels reminders of people who have answered, and leaves them out. Comes after consent is locked: a text that arrives locks
 * consent before sessions.
 */
async function withoutAnswered(tx: Tx, going: Waiting[]): Promise<Waiting[]> {
  const reminders = going.flatMap(({ id, contactId, batchId, heldBy }) =>
    batchId !== null && heldBy !== null && heldBy !== batchId ? [{ id, contactId, runId: batchId }] : [],
  )
  if (reminders.length === 0) return going
  const answered = await answeredReminders.get()(tx, reminders)
  if (answered.size === 0) return going
  await cancelTexts(tx, [...answered], 'confirmed')
  return going.filter(({ id }) => !answered.has(id))
}

/** Records the outcomes of hand-offs, in any order and also twice; returns the ids that changed. */
export async function recordOutcomes(tx: Tx, outcomes: Outcome[]): Promise<Set<string>> {
  const { ids, handedOff } = await writeOutcomes(tx, outcomes)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await publishHandedOff(tx, handedOff)
  const moved = new Set(ids)
  await cancelOfStopped(
    tx,
    outcomes.filter((outcome) => outcome.state === 'queued' && moved.has(outcome.id)).map((outcome) => outcome.id),
  )
  const failed = outcomes.filter((outcome) => outcome.state === 'failed' && moved.has(outcome.id))
  await tryLater(tx, failed)
  await publishFailures(
    tx,
    failed.map((outcome) => outcome.id),
  )
  return moved
}
