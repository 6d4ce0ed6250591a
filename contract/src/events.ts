import type { ContactHead } from './contacts.ts'
import type { Message, MessageState } from './messages.ts'

/** `message`: a worker's text arrived. Travels as a JSON string. */
export interface IncomingMessage {
  id: string
  contactId: string
  contact: Pick<ContactHead, 'id' | 'firstname' | 'lastname' | 'phone'>
  body: string
  translation?: { text: string; from: string; to: string }
  at: string
  /** The whole message, so that an open thread needs no fetch. */
  message: Message
  unreadCount: number
}

/** `message-status`: texts moved on; many at once when a broadcast runs. */
export interface MessageStatus {
  items: {
    messageId: string
    contactId: string
    state: MessageState
    errorCode: string | null
    reason: string | null
  }[]
}

/** `outgoing-message`: a teammate, another tab or an automatic reply sent something. */
export interface OutgoingMessage {
  message: Message
}

/** One contact with unread messages. */
export interface NotificationEntry {
  contact: Pick<ContactHead, 'id' | 'firstname' | 'lastname'>
  messageCount: number
  lastMessage: { id: string; preview: string; at: string }
  status: 'unread'
}

/** `notifications`: the server's count, which replaces whatever the client had counted. */
export interface Notifications {
  items: NotificationEntry[]
  total: number
}

/** `conversation-updated`: archived, opened again or read by someone. */
export interface ConversationUpdated {
  contactId: string
  archived: boolean
  unreadCount: number
}

/** `contact-updated`: a name, a number or the permission to text changed. */
export interface ContactUpdated {
  contact: ContactHead
}

/** `session-revoked`: the last event of a socket whose session ended. */
export interface SessionRevoked {
  reason: 'logged_out' | 'revoked'
}

/** Events a server sends, by name. */
export interface ServerEvents {
  message: (json: string) => void
  'message-status': (event: MessageStatus) => void
  'outgoing-message': (event: OutgoingMessage) => void
  notifications: (event: Notifications) => void
  'conversation-updated': (event: ConversationUpdated) => void
  'contact-updated': (event: ContactUpdated) => void
  'session-revoked': (event: SessionRevoked) => void
}

/** Events a client sends, by name. */
export interface ClientEvents {
  /** Asks for `notifications`; the name given is ignored, the session says who asks. */
  getNotificationsv2: (ask: { user: string }) => void
}

/** Writes the `message` event as the JSON string it travels as. */
export function encodeMessage(event: IncomingMessage): string {
  return JSON.stringify(event)
}

/** Reads the `message` event; throws when it is not one, which is always our bug and is reported. */
export function decodeMessage(json: unknown): IncomingMessage {
  if (typeof json !== 'string') throw new Error('message event is not a string')
  const event = JSON.parse(json) as Partial<IncomingMessage> | null
  if (
    !event ||
    typeof event.id !== 'string' ||
    typeof event.contactId !== 'string' ||
    typeof event.body !== 'string' ||
    !event.contact ||
    !event.message
  ) {
    throw new Error('message event lacks id, contact or body')
  }
  return event as IncomingMessage
}
