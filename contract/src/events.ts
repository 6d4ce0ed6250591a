import type { ContactHead } from './contacts.ts'
import type { ConversationShared } from './inbox.ts'
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
  status: 'unread' | 'snoozed_due' | 'mention'
}

/** `notifications`: the server's count, which replaces whatever the client had counted. */
export interface Notifications {
  items: NotificationEntry[]
  total: number
  /** Contacts with unread messages in each other organization of the person. */
  siblings: SiblingNotifications[]
}

/** `sibling-notifications`: how many contacts wait in another organization; the whole count, never a difference. */
export interface SiblingNotifications {
  organizationId: string
  count: number
}

/** `typing`: a teammate writes to a contact, or stopped; forgotten after 6 s. Never sent to the tab it came from. */
export interface Typing {
  contactId: string
  /** Full name of the typer. */
  user: string
  userId: string
  isTyping: boolean
  at: string
}

/** How much of what is included is used. */
export type UsageLevel = 'ok' | 'warn' | 'critical' | 'over'

/** `usage`: what this month has cost so far. */
export interface Usage {
  periodStart: string
  periodEnd: string
  /** Texts handed to carriers; `included` is null without a plan, `forecast` is the month's end at this pace. */
  segments: { used: number; included: number | null; forecast: number }
  level: UsageLevel
}

/** `new-voicemail`: somebody left a voicemail. */
export interface NewVoicemail {
  voicemailId: string
  contact: Pick<ContactHead, 'id' | 'firstname' | 'lastname'>
  durationSec: number
  transcriptPreview?: string
  at: string
  /** Voicemails nobody has heard yet; left out for who sees some workers only. */
  unheard?: number
}

/** `inapp-notification`: words for a toast. Travels as a JSON string. */
export interface InAppNotification {
  id: string
  /** The same key replaces the toast shown before. */
  key?: string
  type: 'success' | 'error' | 'info'
  title: string
  message: string
  /** false keeps it open, a number is its life in ms. */
  timeout?: false | number
  loading?: boolean
  /** Closes every toast before it. */
  cleanQueue?: boolean
  /** A path of the product the toast leads to. */
  link?: string
}

/** `conversation-updated`: what the whole team shares of a conversation changed. */
export interface ConversationUpdated {
  contactId: string
  archived: boolean
  shared: ConversationShared
}

/** `conversation-read`: told to one member in all their tabs, how much of a conversation they have not read. */
export interface ConversationRead {
  contactId: string
  unreadCount: number
  /** When the last of it came; null when nothing is unread. */
  unreadAt: string | null
  muted: boolean
}

/** `message-changed`: a message gained a translation, a file, a reaction, another time, or was judged. */
export interface MessageChanged {
  message: Message
}

/** `presence`: who looks at a conversation now; forgotten after 30 s. */
export interface Presence {
  contactId: string
  viewers: { userId: string; name: string }[]
}

/** `draft-updated`: a teammate's unsent words for a contact; null when they are gone. */
export interface DraftUpdated {
  contactId: string
  userId: string
  name: string
  body: string | null
}

/** `contact-updated`: a name, a number or the permission to text changed. */
export interface ContactUpdated {
  contact: ContactHead
}

/** `contacts-updated`: so many workers changed at once that each is not told: whoever shows some fetches them again. */
export type ContactsUpdated = Record<string, never>

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
  'conversation-read': (event: ConversationRead) => void
  'message-changed': (event: MessageChanged) => void
  presence: (event: Presence) => void
  'draft-updated': (event: DraftUpdated) => void
  'contact-updated': (event: ContactUpdated) => void
  'contacts-updated': (event: ContactsUpdated) => void
  typing: (event: Typing) => void
  'sibling-notifications': (event: SiblingNotifications) => void
  usage: (event: Usage) => void
  'new-voicemail': (event: NewVoicemail) => void
  'inapp-notification': (json: string) => void
  'session-revoked': (event: SessionRevoked) => void
}

/** Events a client sends, by name. */
export interface ClientEvents {
  /** Asks for `notifications`; the name given is ignored, the session says who asks. */
  getNotificationsv2: (ask: { user: string }) => void
  /** Asks for `usage`. */
  getUsage: () => void
  /** Tells teammates that one writes to a contact, or stopped. */
  typing: (event: { contactId: string; isTyping: boolean }) => void
  /** Tells teammates which conversation one looks at; null for none. Said again every 10 s. */
  presence: (event: { contactId: string | null }) => void
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

/** Writes the `inapp-notification` event as the JSON string it travels as. */
export function encodeInApp(event: InAppNotification): string {
  return JSON.stringify(event)
}

/** Reads the `inapp-notification` event; throws when it is not one, which is always our bug and is reported. */
export function decodeInApp(json: unknown): InAppNotification {
  if (typeof json !== 'string') throw new Error('inapp-notification event is not a string')
  const event = JSON.parse(json) as Partial<InAppNotification> | null
  if (!event || typeof event.message !== 'string') throw new Error('inapp-notification event lacks its message')
  return { ...event, title: event.title ?? '', type: event.type ?? 'info', id: event.id ?? '' } as InAppNotification
}
