// Tells a member who has not confirmed a broadcast, after its reminders.
import type { Tx } from '../../kernel/scope.ts'
import { countsFrom } from './counts.ts'
import { BroadcastChanged } from './events.ts'
import { notifyUnconfirmed } from './notices.ts'
import { countUnconfirmed } from './store/reminders.ts'
import { lockRun, saveRun, tallyOf, type LockedRun } from './store/runs.ts'
import { timeToConfirm } from './remind-times.ts'
import { readsBroadcasts } from './views/members.ts'
import { lastWaitOf } from './views/waits.ts'

/** Whether as many people confirmed as the author asked for. */
export async function isConfirmed(tx: Tx, { id, content }: Pick<LockedRun, 'id' | 'content'>): Promise<boolean> {
  const counts = countsFrom(await tallyOf(tx, id))
  return counts.answered * 100 >= counts.recipients * (content.acknowledgement?.untilPercent ?? 100)
}

/**
 * Tells the member named for it how many people have not confirmed, once, unless enough have or a member stopped the
 * reminders. If that member left the team or may not read broadcasts any more, everyone who may send them is told.
 */
export async function escalate(tx: Tx, id: string): Promise<void> {
  const run = await lockRun(tx, id)
  const now = tx.world.now()
  if (!run?.escalateAt || run.escalateAt > now) return
  await saveRun(tx, id, { escalateAt: null })
  tx.publish(BroadcastChanged, { ids: [run.broadcastId] })
  const isOver = run.remindersStopped || run.state === 'stopped' || run.state === 'failed'
  if (isOver || (await isConfirmed(tx, run))) return
  const count = await countUnconfirmed(tx, id)
  if (count === 0) {
    // Those whose text waits have as long to confirm once they get it.
    const last = await lastWaitOf(tx, { runId: id, now })
    if (last) await saveRun(tx, id, { escalateAt: new Date(last.getTime() + timeToConfirm(run) * 60_000) })
    return
  }
  const chosenId = run.content.acknowledgement?.escalateTo ?? null
  const userId = chosenId && (await readsBroadcasts(tx.db, tx.orgId, chosenId)) ? chosenId : null
  notifyUnconfirmed(tx, { broadcastId: run.broadcastId, runId: id, name: run.content.name, userId, count })
  await saveRun(tx, id, { escalatedAt: now, unconfirmed: count })
  tx.audit('broadcast.escalated', run.broadcastId, { userId, count })
}
