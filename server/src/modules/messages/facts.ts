import { defineFact } from '../../kernel/facts/define.ts'

/** Outgoing messages now wait for the sender. */
export const MessagesQueued = defineFact<{ ids: string[] }>('message.queued')
/** Workers' texts arrived. */
export const MessageReceived = defineFact<{ ids: string[] }>('message.received')
/** Outgoing messages moved on; hearers look up where they stand now. */
export const MessageStatusChanged = defineFact<{ ids: string[] }>('message.status-changed')
/** Messages gained or changed something other than their state: a time, a file, a translation, a reaction, a judgement. */
export const MessageChanged = defineFact<{ ids: string[] }>('message.changed')
/** Carriers took these messages: told once of each time, with the state or receipt by which we first knew it. */
export const MessagesHandedOff = defineFact<{ ids: string[] }>('message.handed-off')
/** Notes were written, or events put into threads. */
export const MessagesNoted = defineFact<{ ids: string[] }>('message.noted')
/** What the team shares of a conversation changed: archived, assigned, snoozed, tagged, waiting. */
export const ConversationChanged = defineFact<{ contactId: string }>('conversation.changed')
