import { cancelOfBatch } from './batches.ts'
import { addBatch, markedOfBatch, setBatchState } from './store/batches.ts'

/**
 * Texts that are opened, paused and stopped together. Every function belongs to the transaction of its caller; each is
 * described where it is defined.
 */
export const textBatches = {
  add: addBatch,
  setState: setBatchState,
  marked: markedOfBatch,
  cancel: cancelOfBatch,
}
