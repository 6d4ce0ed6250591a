import {
  addChunks,
  chunksDue,
  dropChunks,
  linesWithWork,
  moveToLine,
  advanceBroadcasts,
  postponeBroadcasts,
  rescheduleChunk,
} from './store/chunks.ts'

/**
 * The queue of outgoing messages as the sender sees it: chunks of message ids, by line and lane. Every function belongs to
 * the transaction of its caller; each is described where it is defined, in `store/chunks.ts`.
 */
export const outgoingChunks = {
  add: addChunks,
  findDue: chunksDue,
  drop: dropChunks,
  linesWithWork,
  moveToLine,
  advanceBroadcasts,
  postponeBroadcasts,
  reschedule: rescheduleChunk,
}
