// Owns messages: queueing, receiving, states, receipts. The message row is the queue. Must know no carrier and no inbox.
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { crons } from './jobs.ts'
import { messageEvents } from './socket-events.ts'
import { retainedData } from './retained-data.ts'
import { routes } from './routes.ts'
import { provided } from './provided.ts'
import { startFollowingShifts } from './follow-shifts.ts'
import { startTranslating } from './translating.ts'

export { AnswersReceived, InternalMessagesAdded, MessageChanged, MessageReceived } from './events.ts'
export { MessagesHandedOff, MessagesQueued, MessageStatusChanged } from './events.ts'
export { markSubmitting, recordOutcomes } from './hand-off.ts'
export { pendingTexts } from './pending.ts'
export { untilWritten } from './until-written.ts'
export { restart } from './batches.ts'
export { removeSharedFiles } from './purge.ts'
export { textBatches } from './text-batches.ts'
export { queue } from './queue.ts'
export { answeredReminders, firstReply, replyMayWait, supersededTexts, textedJoin } from './ports.ts'
export { withOffShiftNote } from './off-shift.ts'
export { restingOf } from './rest.ts'
export { receive, type Incoming } from './receive.ts'
export { recordReceipts } from './receipts.ts'
export { LANE, type Outcome, type Waiting } from './rules.ts'
export { outgoingChunks } from './outgoing-chunks.ts'
export { statesOf } from './store/hand-off.ts'
export { countWaitingOf, releaseMisdated } from './store/later.ts'
export { amongIds, claimKey, phonesOf, unknownEvents } from './store/keys.ts'
export { messagesByIds, readMessages } from './views.ts'
export { threadVoicemails } from './voicemail.ts'
export { addInternal } from './internal.ts'

export const module = defineModule({
  name: 'messages',
  owns: ['message', 'message_batch', 'message_key', 'carrier_event', 'outgoing_chunk', 'translation_due'],
  provides: provided,
  contactData,
  retainedData,
  routes,
  toSocketEvents: messageEvents,
  crons,
  runs: [
    { role: 'worker', start: (kernel) => Promise.resolve(startTranslating(kernel)) },
    { role: 'worker', start: (kernel) => Promise.resolve(startFollowingShifts(kernel)) },
  ],
})
