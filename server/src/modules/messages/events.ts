import { defineEvent } from '../../kernel/events/define.ts'

/** Outbound messages are queued for the sender. */
export const MessagesQueued = defineEvent<{ ids: string[] }>('message.queued')
/** Messages from contacts arrived. */
export const MessageReceived = defineEvent<{ ids: string[] }>('message.received')
/** Messages from contacts arrived that only answer a question of a flow: no member needs to read or answer them. */
export const AnswersReceived = defineEvent<{ ids: string[] }>('message.answer-received')
/** The state of outbound messages changed; handlers read the current state. */
export const MessageStatusChanged = defineEvent<{ ids: string[] }>('message.status-changed')
/**
 * Messages changed in something other than their state: a time, a file, a translation, a reaction, an opt-out review.
 */
export const MessageChanged = defineEvent<{ ids: string[] }>('message.changed')
/** Carriers accepted these messages. Published once per hand-off, with the first state or receipt that proves it. */
export const MessagesHandedOff = defineEvent<{ ids: string[] }>('message.handed-off')
/** Notes were written, or event lines added to threads. */
export const InternalMessagesAdded = defineEvent<{ ids: string[] }>('message.noted')
