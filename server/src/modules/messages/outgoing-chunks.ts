import {
  addChunks,
  chunksDue,
  chunksOfLine,
  dropChunks,
  linesWithWork,
  moveToLine,
  advanceBroadcasts,
  postponeBroadcasts,
  rescheduleChunk,
} from './store/chunks.ts'
import { markedBefore } from './store/hand-off.ts'
import { followDue } from './store/later.ts'

/**
 * The queue of outgoing messages as the sender sees it: chunks of message ids, by line and lane. Every function belongs to
 * the transaction of its caller; each is described where it is defined, in `store`.
 */
export const outgoingChunks = {
  add: addChunks,
  findDue: chunksDue,
  drop: dropChunks,
  ofLine: chunksOfLine,
  markedBefore,
  followDue,
  linesWithWork,
  moveToLine,
  advanceBroadcasts,
  postponeBroadcasts,
  reschedule: rescheduleChunk,
}
