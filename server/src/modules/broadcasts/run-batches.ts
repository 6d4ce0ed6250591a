// The batches of a run: its texts, and its reminders.
import { BROADCAST_COUNTDOWN_MS } from '@crewline/contract/broadcast-limits'
import { startRun } from '../../kernel/runs/define.ts'
import type { Tx } from '../../kernel/scope.ts'
import { textBatches } from '../messages/index.ts'
import { REMINDING_RUN, SENDING_RUN } from './run-name.ts'
import { countRemindersLeft } from './store/reminders.ts'
import { lockReminding, saveRun, type LockedRun } from './store/runs.ts'

/** Opens, pauses or stops the texts and the reminders of a locked run. */
export async function setRunBatches(tx: Tx, run: LockedRun, state: 'open' | 'paused' | 'stopped'): Promise<void> {
  await textBatches.setState(tx, run.id, state)
  if (run.reminderBatchId) await textBatches.setState(tx, run.reminderBatchId, state)
  // A reminder that was being queued goes on, or cancels what it has queued.
  if (run.isReminding && state !== 'paused') startRun(tx, REMINDING_RUN, { id: run.id, userId: null })
}

/**
 * Resumes a paused run. One that was paused in its countdown begins a new countdown. A run that a member resumes is
 * trusted: the circuit breaker does not pause it again.
 */
export async function resumeRun(tx: Tx, run: LockedRun, isTrusted = true): Promise<void> {
  const isBegun = run.startedAt !== null
  const startsAt = new Date(tx.world.now().getTime() + BROADCAST_COUNTDOWN_MS)
  await saveRun(tx, run.id, {
    state: isBegun ? 'sending' : 'waiting',
    pausedBy: null,
    isTrusted,
    ...(isBegun ? {} : { startsAt }),
  })
  await setRunBatches(tx, run, 'open')
  if (isBegun && !run.isExpanded) startRun(tx, SENDING_RUN, { id: run.id, userId: run.userId })
}

/** What became of the reminders of a broadcast. */
interface StoppedReminders {
  /** How many people get none for this reason. */
  left: number
  /** Reminders on their way to a carrier. */
  marked: string[]
}

/**
 * Stops the reminders of a locked broadcast for good: those that are planned, being queued, or queued. Once this has
 * committed, none leaves that is not marked. Returns how many people get no reminder for that reason and which texts are
 * marked, or undefined when there was nothing to stop.
 */
export function stopRemindersOf(tx: Tx, broadcastId: string): Promise<StoppedReminders | undefined> {
  // Members limited to some groups do not see what waits for the sender.
  return tx.unscoped(() => stopAll(tx, broadcastId))
}

async function stopAll(tx: Tx, broadcastId: string): Promise<StoppedReminders | undefined> {
  const runs = await lockReminding(tx, broadcastId)
  if (runs.length === 0) return undefined
  let left = 0
  const marked: string[] = []
  for (const run of runs) {
    if (run.reminderBatchId) {
      await textBatches.setState(tx, run.reminderBatchId, 'stopped')
      marked.push(...(await textBatches.marked(tx, run.reminderBatchId)))
    }
    left += await countRemindersLeft(tx, run)
    await saveRun(tx, run.id, { remindAt: null, escalateAt: null, remindersStopped: true })
    startRun(tx, REMINDING_RUN, { id: run.id, userId: null })
  }
  return { left, marked }
}
