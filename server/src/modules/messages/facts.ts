import { defineFact } from '../../kernel/facts/define.ts'

/** Outgoing messages now wait for the sender. */
export const MessagesQueued = defineFact<{ ids: string[] }>('message.queued')
/** Workers' texts arrived. */
export const MessageReceived = defineFact<{ ids: string[] }>('message.received')
/** Outgoing messages moved on; hearers look up where they stand now. */
export const MessageStatusChanged = defineFact<{ ids: string[] }>('message.status-changed')
/** Carriers took these messages: told once of each, with the state or receipt by which we first knew it. */
export const MessagesHandedOff = defineFact<{ ids: string[] }>('message.handed-off')
/** A conversation was archived, opened again or read. */
export const ConversationChanged = defineFact<{ contactId: string }>('conversation.changed')
