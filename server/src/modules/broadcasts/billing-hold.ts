import type { Tx } from '../../kernel/scope.ts'
import { BroadcastChanged } from './events.ts'
import { resumeRun, setRunBatches } from './run-batches.ts'
import { notifyTeam } from './notices.ts'
import { lockBroadcast, saveState } from './store/broadcasts.ts'
import { lockCurrentRuns, saveRun } from './store/runs.ts'
import { broadcastsInStates } from './views/due.ts'

/**
 * Pauses every broadcast that is being sent, because the spending cap is reached. Replies are not affected. Once this has
 * committed, nothing more of them is handed to a carrier. Returns how many were paused.
 */
export async function pauseForBilling(tx: Tx): Promise<number> {
  let paused = 0
  for (const id of await broadcastsInStates(tx.db, tx.orgId, ['sending'])) {
    const broadcast = await lockBroadcast(tx, id)
    if (broadcast?.state !== 'sending') continue
    const runs = await lockCurrentRuns(tx, id)
    for (const run of runs) {
      await setRunBatches(tx, run, 'paused')
      await saveRun(tx, run.id, { state: 'paused', pausedBy: run.pausedBy ?? 'spending_cap' })
    }
    if (runs.length === 0) continue
    await saveState(tx, id, { state: 'paused' })
    tx.audit('broadcast.paused-by-cap', id)
    tx.publish(BroadcastChanged, { ids: [id] })
    const [run] = runs
    notifyTeam(tx, {
      broadcastId: id,
      name: broadcast.content.name,
      userId: run?.userId ?? null,
      what: 'spending_cap',
    })
    paused += 1
  }
  return paused
}

/** Resumes the broadcasts that the spending cap paused, not those that a member or the circuit breaker paused. */
export async function resumeAfterBilling(tx: Tx): Promise<number> {
  let resumed = 0
  for (const id of await broadcastsInStates(tx.db, tx.orgId, ['paused'])) {
    const broadcast = await lockBroadcast(tx, id)
    if (broadcast?.state !== 'paused') continue
    const runs = await lockCurrentRuns(tx, id)
    if (runs.length === 0 || runs.some((run) => run.pausedBy !== 'spending_cap')) continue
    for (const run of runs) await resumeRun(tx, run, run.isTrusted)
    await saveState(tx, id, { state: 'sending' })
    tx.audit('broadcast.resumed', id)
    tx.publish(BroadcastChanged, { ids: [id] })
    resumed += 1
  }
  return resumed
}
