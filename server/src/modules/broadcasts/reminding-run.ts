import { defineRun } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { openSessions } from '../flows/index.ts'
import { LANE, queue, textBatches } from '../messages/index.ts'
import { BroadcastChanged } from './events.ts'
import { isConfirmed } from './escalation.ts'
import { REMINDING_RUN } from './run-name.ts'
import { draftsFor } from './message-drafts.ts'
import { escalateAtOf, remindAfterWait, remindAtOf } from './remind-times.ts'
import { noteReminders, recipientsToRemind } from './store/reminders.ts'
import { lockRun, saveRun, type LockedRun } from './store/runs.ts'

/** Recipients who are reminded in one step. */
const STEP = 500

/**
 * Sends one reminder to those who got the text and have not confirmed it: the same text once more, in their quiet hours
 * in the morning. Then plans the next reminder, and when the member named for it is told who has not confirmed.
 */
export const remindingRun = defineRun({
  ...REMINDING_RUN,
  table: 'broadcast_run',
  maxAttempts: 10,
  watchers: 'broadcasts.read',
  step: async (tx, { id, kernel }) => {
    const run = await lockRun(tx, id)
    if (!run || run.state === 'paused') return 'end'
    if (run.remindersStopped || run.state === 'stopped' || run.state === 'failed') return cancelRest(tx, run)
    if (!run.isReminding || !run.reminderBatchId) return 'end'
    const heldBy = run.reminderBatchId
    // Enough people may have confirmed since the last step.
    if (await isConfirmed(tx, run)) {
      await saveRun(tx, id, { remindAfter: null, isReminding: false })
      return 'end'
    }
    const reminders = run.content.acknowledgement?.remindAfterMinutes.length ?? 0
    const missing = await recipientsToRemind(tx, id, { after: run.remindAfter, reminders, most: STEP })
    const drafts = (await draftsFor(tx, kernel, run, missing)).map((draft) => ({ ...draft, heldBy }))
    if (run.flowId)
      await openSessions(
        tx,
        run.flowId,
        drafts.map(({ contactId, to, lineId, language }) => ({ contactId, phone: to, language, lineId })),
      )
    await queue(tx, LANE.broadcast, drafts)
    await noteReminders(
      tx,
      id,
      drafts.map((draft) => draft.contactId),
    )
    tx.publish(BroadcastChanged, { ids: [run.broadcastId] })
    const last = missing.at(-1)
    if (last && missing.length === STEP) {
      await saveRun(tx, id, { remindAfter: last.contactId })
      return 'continue'
    }
    // After the last one, only people are reminded whose text waited when others were.
    const isExtra = run.remindersSent >= reminders
    const remindersSent = isExtra ? run.remindersSent : run.remindersSent + 1
    const now = tx.world.now()
    const next = remindAtOf(run.content, remindersSent, now) ?? (await remindAfterWait(tx, { ...run, remindersSent }))
    const escalateAt = isExtra ? undefined : escalateAtOf(run.content, remindersSent, now)
    await saveRun(tx, id, {
      remindersSent,
      remindAfter: null,
      remindAt: next ?? null,
      isReminding: false,
      ...(escalateAt ? { escalateAt } : {}),
    })
    return 'end'
  },
  stop: async (tx, { id }) => {
    await saveRun(tx, id, { remindAt: null, isReminding: false })
  },
})

/** Cancels the reminders that no carrier has, step by step. */
async function cancelRest(tx: Tx, { id, reminderBatchId, broadcastId }: LockedRun): Promise<'continue' | 'end'> {
  const { count } = reminderBatchId ? await textBatches.cancel(tx, reminderBatchId, STEP * 4) : { count: 0 }
  if (count === STEP * 4) return 'continue'
  await saveRun(tx, id, { isReminding: false })
  tx.publish(BroadcastChanged, { ids: [broadcastId] })
  return 'end'
}

/** Takes one step of a reminder; returns whether there was one. */
export const takeRemindingStep = (kernel: Kernel): Promise<boolean> => takeRunStep(kernel, remindingRun)
