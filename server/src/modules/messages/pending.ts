import { cancelTexts, cancelWaitingFor, cancelWaitingOf } from './later.ts'
import { waitingIdsFor } from './store/later.ts'
import { countStoppable, knownAtCarrier, ofLine, stoppableIds, stoppablePage } from './views/pending.ts'

/** Texts that no carrier is known to have: finding them and cancelling them. */
export const pendingTexts = {
  ofLine,
  stoppablePage,
  countStoppable,
  stoppableIds,
  knownAtCarrier,
  cancelTexts,
  cancelWaitingFor,
  cancelWaitingOf,
  waitingIdsFor,
}
