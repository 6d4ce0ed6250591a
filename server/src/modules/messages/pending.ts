import type { Tx } from '../../kernel/scope.ts'
import { cancelTexts, cancelWaitingOf } from './later.ts'
import { moveTexts } from './move.ts'
import { waitingIdsFor } from './store/later.ts'
import { countStoppable, knownAtCarrier, ofLine, stoppableIds, stoppablePage } from './views/pending.ts'

/** Cancels the texts that wait for these contacts and that no carrier was given yet. Returns how many. */
async function cancelWaitingFor(tx: Tx, contactIds: string[], by: string): Promise<number> {
  return cancelTexts(tx, await waitingIdsFor(tx.db, contactIds), by)
}

/** Texts that no carrier is known to have: finding, moving and cancelling them. */
export const pendingTexts = {
  ofLine,
  stoppablePage,
  countStoppable,
  stoppableIds,
  knownAtCarrier,
  cancelTexts,
  cancelWaitingFor,
  cancelWaitingOf,
  moveTexts,
  waitingIdsFor,
}
