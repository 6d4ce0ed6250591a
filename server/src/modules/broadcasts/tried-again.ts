// Texts that are tried again after their broadcast was sent: until that is over, it is being sent again (ADR 0169). A text of a
// later date ends the tries of the earlier ones (ADR 0174).
import type { Tx } from '../../kernel/scope.ts'
import { pendingTexts, textBatches } from '../messages/index.ts'
import { setRunBatches } from './run-batches.ts'
import { saveState, type LockedBroadcast } from './store/broadcasts.ts'
import { lockRetried, saveRun, sentRuns } from './store/runs.ts'
import { triesOfEarlierDates } from './views/earlier-dates.ts'

/** The states of a broadcast whose sent runs may go on. */
const GOES_ON: ReadonlySet<string> = new Set(['sent', 'completed', 'recurring', 'sending', 'paused'])

/**
 * Goes on with the sent runs of a locked broadcast of which texts are tried again, so that these can be paused and stopped.
 * While the broadcast is paused they wait. Returns the broadcast as it is then.
 */
export async function goOnWithRetries(tx: Tx, broadcast: LockedBroadcast): Promise<LockedBroadcast> {
  if (!GOES_ON.has(broadcast.state)) return broadcast
  // Members limited to some groups do not see what waits for the sender.
  const runs = await tx.unscoped(() => lockRetried(tx, broadcast.id))
  if (runs.length === 0) return broadcast
  const state = broadcast.state === 'paused' ? 'paused' : 'sending'
  for (const run of runs) {
    if (state === 'paused') await tx.unscoped(() => setRunBatches(tx, run, 'paused'))
    // Its first texts were judged long ago.
    await saveRun(tx, run.id, { state, pausedBy: state === 'paused' ? 'member' : null, isTrusted: true })
  }
  if (broadcast.state !== state) await saveState(tx, broadcast.id, { state })
  return { ...broadcast, state }
}

/** Keeps the texts of the sent runs of a broadcast from being tried again, whatever carriers report of them later. */
export async function endRetries(tx: Tx, broadcastId: string): Promise<void> {
  for (const id of await sentRuns(tx, broadcastId)) await textBatches.setState(tx, id, 'stopped')
}

/**
 * Ends the tries of texts of earlier dates to the people whose carrier was given these messages. Repeating it changes
 * nothing; a try that it misses ends when it is due.
 */
export async function endEarlierTries(tx: Tx, handedOff: string[]): Promise<void> {
  const ids = await triesOfEarlierDates(tx, handedOff)
  if (ids.length > 0) await pendingTexts.cancelTexts(tx, ids, 'later_date')
}
