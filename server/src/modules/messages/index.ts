// Owns conversations and messages, in and out: queueing, receiving, states, receipts. The message row is the queue.
// Tells `message.queued`, `message.received`, `message.handed-off` and `message.status-changed`, each with many ids.
// Must never know how a carrier speaks, nor who looks at an inbox.
import { defineRoom } from '../../kernel/room.ts'
import { contactLastMessages } from '../contacts/index.ts'
import { contactActivityRules } from '../groups/index.ts'
import { lineHealth } from '../lines/index.ts'
import { contactActivity } from './contact-activity-views.ts'
import { crons } from './jobs.ts'
import { messageEvents } from './live.ts'
import './media.ts'
import { routes } from './routes.ts'
import { countByLine } from './store/line-health.ts'
import { startTranslating } from './translating.ts'
import { lastMessagesOf } from './views.ts'

export * from './facts.ts'
export { markSubmitting, recordOutcomes } from './hand-off.ts'
export { makePartitions } from './jobs.ts'
export { cancelOnReply } from './later.ts'
export { eraseThreads, foldThread, unfoldThread, type MovedThreads } from './person.ts'
export { queue } from './queue.ts'
export { placeOf } from './store/place.ts'
export { firstReply } from './plugs.ts'
export { receive, type Incoming } from './receive.ts'
export { recordReceipts } from './receipts.ts'
export { LANE, previewOf, withoutControls, type Outcome, type Receipt, type Waiting } from './rules.ts'
export * from './store/chunks.ts'
export { statesOf, type StateOf } from './store/hand-off.ts'
export { followDue } from './store/later.ts'
export { amongIds, claimKey, phonesOf } from './store/keys.ts'
export { callAttention, setAllRead, setRead, sortUnread, unreadMessages, unreadSince, whoSee } from './store/unread.ts'
export * from './store/shared.ts'
export { conversationTags, messageColumns, messageFrom, messagesByIds, type MessageRow } from './views.ts'
export { addCall, changeVoicemail, voicemailHead } from './voicemail.ts'
export { noteArrivals, translateDue } from './translating.ts'
export { addWithin, tellOptOut } from './within.ts'

contactLastMessages.fill(lastMessagesOf)
contactActivityRules.fill(contactActivity)
lineHealth.fill(countByLine)

export const room = defineRoom({
  name: 'messages',
  owns: [
    'conversation',
    'conversation_tag',
    'unread',
    'unread_order',
    'message',
    'message_key',
    'carrier_event',
    'outgoing_chunk',
    'translation_due',
  ],
  routes,
  tells: messageEvents,
  crons,
  runs: { role: 'worker', start: async (kernel) => startTranslating(kernel) },
})
