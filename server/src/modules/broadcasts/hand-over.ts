import type { HandOverUsers } from '../../kernel/member-holdings.ts'
import type { Tx } from '../../kernel/scope.ts'
import { BroadcastChanged } from './events.ts'
import { announce } from './launch.ts'
import { notifyTeam } from './notices.ts'
import { setRunBatches } from './run-batches.ts'
import { giveUnfinished, lockUnfinished, saveState, type LockedBroadcast } from './store/broadcasts.ts'
import { giveRuns, lockCurrentRuns, saveRun } from './store/runs.ts'

/**
 * Gives what a user scheduled, repeats or is sending to another member. It goes on only for a member who sees the same
 * people: the audience of a broadcast is everyone its member may see. Otherwise it waits until the new member sends it.
 */
export async function handOverUnfinished(tx: Tx, users: HandOverUsers): Promise<void> {
  const all = await lockUnfinished(tx, users.userId)
  const ids = all.map(({ id }) => id)
  if (ids.length === 0) return
  await giveUnfinished(tx, ids, users)
  await giveRuns(tx, ids, users)
  tx.publish(BroadcastChanged, { ids })
  if (users.canGoOn) return
  for (const broadcast of all) await holdBack(tx, broadcast, users.toUserId)
}

/** Pauses what has begun, and returns the rest to a draft, which is sent only after its recipients are confirmed again. */
async function holdBack(tx: Tx, { id, wasSent, content }: LockedBroadcast, userId: string): Promise<void> {
  const runs = await lockCurrentRuns(tx, id)
  const hasBegun = runs.some(({ startedAt }) => startedAt !== null)
  if (hasBegun || (runs.length === 0 && wasSent)) {
    for (const run of runs) {
      await setRunBatches(tx, run, 'paused')
      await saveRun(tx, run.id, { state: 'paused', pausedBy: run.pausedBy ?? 'member' })
    }
    await saveState(tx, id, { state: 'paused', ...(runs.length === 0 && { datesPaused: true }) })
    announce(tx, id, 'broadcast.paused', undefined)
  } else {
    for (const run of runs)
      await saveRun(tx, run.id, { state: 'stopped', finishedAt: tx.world.now(), pausedBy: null, remindAt: null })
    await saveState(tx, id, { state: 'draft', nextAt: null, nextLocal: null, datesPaused: false })
    announce(tx, id, 'broadcast.unscheduled', undefined)
  }
  notifyTeam(tx, { broadcastId: id, name: content.name, userId, what: 'handed_over' })
}
