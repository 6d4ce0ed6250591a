// Owns conversations and messages, in and out: queueing, receiving, states, receipts. The message row is the queue.
// Tells `message.queued`, `message.received`, `message.handed-off` and `message.status-changed`, each with many ids.
// Must never know how a carrier speaks, nor who looks at an inbox.
import { defineRoom } from '../../kernel/room.ts'
import { contactLastMessages } from '../contacts/index.ts'
import { crons } from './jobs.ts'
import { messageEvents } from './live.ts'
import { routes } from './routes.ts'
import { lastMessagesOf } from './views.ts'

export { ConversationChanged, MessageReceived, MessagesHandedOff } from './facts.ts'
export { markSubmitting, recordOutcomes } from './hand-off.ts'
export { makePartitions } from './jobs.ts'
export { queue } from './queue.ts'
export { receive, type Incoming } from './receive.ts'
export { recordReceipts } from './receipts.ts'
export { LANE, type Outcome, type Receipt, type Waiting } from './rules.ts'
export { addChunks, chunksDue, dropChunks, linesWithWork, rescheduleChunk, restart } from './store/chunks.ts'
export { setArchived, setRead } from './store/conversations.ts'
export { statesOf } from './store/hand-off.ts'
export { phonesOf } from './store/keys.ts'
export { messageColumns, messageFrom, type MessageRow } from './views.ts'

contactLastMessages.fill(lastMessagesOf)

export const room = defineRoom({
  name: 'messages',
  owns: ['conversation', 'message', 'message_key', 'carrier_event', 'outgoing_chunk'],
  routes,
  tells: messageEvents,
  crons,
})
