import type { Tx } from '../../kernel/scope.ts'
import { lockBroadcast, type LockedBroadcast } from './store/broadcasts.ts'
import { broadcastOfRun, lockRun, type LockedRun } from './store/runs.ts'

/**
 * Locks the broadcast of a run, then the run: in the order of members who pause and stop, because two transactions that
 * lock the two the other way round would block each other.
 */
export async function lockRunAndBroadcast(
  tx: Tx,
  runId: string,
): Promise<{ run: LockedRun | undefined; broadcast: LockedBroadcast | undefined }> {
  const broadcastId = await broadcastOfRun(tx, runId)
  const broadcast = broadcastId ? await lockBroadcast(tx, broadcastId) : undefined
  return { run: await lockRun(tx, runId), broadcast }
}
