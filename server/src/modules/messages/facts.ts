import { defineFact } from '../../kernel/facts/define.ts'

/** Outgoing messages now wait for the sender. */
export const MessagesQueued = defineFact<{ ids: string[] }>('message.queued')
/** Workers' texts arrived. */
export const MessageReceived = defineFact<{ ids: string[] }>('message.received')
/** Outgoing messages moved on; hearers look up where they stand now. */
export const MessageStatusChanged = defineFact<{ ids: string[] }>('message.status-changed')
/** A conversation was archived, opened again or read. */
export const ConversationChanged = defineFact<{ contactId: string }>('conversation.changed')
