import type { ContactSummary } from './contacts.ts'
import type { ConversationShared } from './conversations.ts'
import type { Message, MessageState } from './messages.ts'
import type { NewsEditors } from './news.ts'
import type { Organization } from './organizations.ts'

/** `message`: an inbound message arrived. Sent as a JSON string. */
export interface IncomingMessage {
  id: string
  contactId: string
  contact: Pick<ContactSummary, 'id' | 'firstname' | 'lastname' | 'phone'>
  body: string
  translation?: { text: string; from: string; to: string }
  at: string
  /** The whole message, so that an open thread needs no fetch. */
  message: Message
}

/** `message-status`: the status of messages changed; a broadcast changes many at once. The greater revision is newer. */
export interface MessageStatus {
  items: {
    messageId: string
    contactId: string
    state: MessageState
    revision: number
    errorCode: string | null
    reason: string | null
  }[]
}

/** `outgoing-message`: a teammate, another tab or an automatic reply sent a message. */
export interface OutgoingMessage {
  message: Message
}

/** One contact with unread messages. */
export interface NotificationEntry {
  contact: Pick<ContactSummary, 'id' | 'firstname' | 'lastname'>
  messageCount: number
  lastMessage: { id: string; preview: string; at: string }
  status: 'unread' | 'snoozed_due' | 'mention'
}

/** `notifications`: the server's unread count, which replaces the client's own count. */
export interface Notifications {
  items: NotificationEntry[]
  total: number
  /** Contacts with unread messages in each other organization of the user. */
  siblings: SiblingNotifications[]
}

/** `sibling-notifications`: how many contacts have unread messages in another organization; never a difference. */
export interface SiblingNotifications {
  organizationId: string
  count: number
}

/**
 * `typing`: a teammate started or stopped typing to a contact; expires after 6 s. Never sent to the tab it came from.
 */
export interface Typing {
  contactId: string
  /** Full name of the teammate who types. */
  user: string
  userId: string
  isTyping: boolean
  at: string
}

/** How much of the included usage is used up. */
export type UsageLevel = 'ok' | 'warn' | 'critical' | 'over'

/** `usage`: the cost of this month so far. */
export interface Usage {
  periodStart: string
  periodEnd: string
  /**
   * Segments handed to carriers; `included` is null without a plan, `forecast` projects the month's total at the
   * current rate.
   */
  segments: { used: number; included: number | null; forecast: number }
  /** Messages with files, which carriers bill as one each, whatever their text. */
  mms: { used: number; included: number | null; forecast: number }
  /** The worse of the two. */
  level: UsageLevel
}

/**
 * `organization-status`: the organization was blocked for an unpaid invoice, may work again, or needs a plan. Also sent
 * while it is blocked.
 */
export interface OrganizationStatusChanged {
  status: 'active' | 'past_due' | 'closed'
}

/** `billing-updated`: the plan, the invoices or the spending cap changed; clients that show billing fetch it again. */
export type BillingUpdated = Record<string, never>

/** `new-voicemail`: a caller left a voicemail. */
export interface NewVoicemail {
  voicemailId: string
  contact: Pick<ContactSummary, 'id' | 'firstname' | 'lastname'>
  durationSec: number
  transcriptPreview?: string
  at: string
  /** Voicemails not played yet; absent for members who see only some contacts. */
  unheard?: number
}

/** `inapp-notification`: the text of a toast. Sent as a JSON string. */
export interface InAppNotification {
  id: string
  /** A toast with the same key replaces the one before. */
  key?: string
  type: 'success' | 'error' | 'info'
  title: string
  message: string
  /** false keeps it open; a number is how long it shows, in ms. */
  timeout?: false | number
  loading?: boolean
  /** Closes every toast before it. */
  cleanQueue?: boolean
  /** A path in the product that the toast links to. */
  link?: string
}

/** `conversation-updated`: the team-wide state of a conversation changed. */
export interface ConversationUpdated {
  contactId: string
  archived: boolean
  shared: ConversationShared
}

/** `conversation-read`: the unread state of a conversation, sent to all tabs of one member. */
export interface ConversationRead {
  contactId: string
  unreadCount: number
  /** When the latest unread message arrived; null when nothing is unread. */
  unreadAt: string | null
  muted: boolean
  /**
   * The sort key of the newest message when this was counted, null when there is none: the count may include messages
   * whose own events come later.
   */
  lastSortKey: string | null
}

/** `message-changed`: a message got a translation, a file, a reaction, a new time or an opt-out classification. */
export interface MessageChanged {
  message: Message
}

/** `presence`: who is viewing a conversation; expires after 30 s. */
export interface Presence {
  contactId: string
  viewers: { userId: string; name: string }[]
}

/** `draft-updated`: a teammate's draft for a contact; null when it is gone. */
export interface DraftUpdated {
  contactId: string
  userId: string
  name: string
  body: string | null
}

/** `contact-updated`: a name, a number or the permission to text changed. */
export interface ContactUpdated {
  contact: ContactSummary
}

/** `contacts-updated`: too many contacts changed to send each one; clients that show contacts fetch them again. */
export type ContactsUpdated = Record<string, never>

/** `team-updated`: members or invitations changed; clients that show the team or choose teammates fetch it again. */
export type TeamUpdated = Record<string, never>

/** `organization-updated`: the name, the time zone or a setting of the organization changed. */
export interface OrganizationUpdated {
  organization: Organization
}

/**
 * `access-changed`: the last event of a socket whose member got another role or other groups. The client discards what
 * it loaded, fetches the user and everything on the screen again, and reconnects.
 */
export type AccessChanged = Record<string, never>

/**
 * `conversations-updated`: too many conversations or messages changed to send each one; clients that show conversations
 * fetch them again.
 */
export type ConversationsUpdated = Record<string, never>

/** `broadcast-updated`: a broadcast changed its state or its figures; clients that show it fetch it again. */
export interface BroadcastUpdated {
  id: string
}

/** `shift-note`: a member left a shift note or read one; clients that show the waiting queue fetch it again. */
export type ShiftNoteChanged = Record<string, never>

/** The kinds of work in the background whose progress is sent as `run-updated`. */
export const RUN_KINDS = {
  conversations: 'inbox.bulk',
  contacts: 'contacts.bulk',
  import: 'imports.steps',
  group: 'groups.evaluation',
  broadcast: 'broadcasts.sending',
  reminder: 'broadcasts.reminding',
  hr: 'hr.syncing',
  retention: 'retention.purging',
  records: 'records.exporting',
} as const

/** `run-updated`: work in the background started, advanced or ended; clients that show it fetch it again. */
export interface RunUpdated {
  /** One of `RUN_KINDS`. */
  kind: string
  /** The id of the bulk action, the import or the HR sync; of the group or the organization, where those change. */
  id: string
}

/** `session-revoked`: the last event of a socket whose session ended. */
export interface SessionRevoked {
  reason: 'logged_out' | 'revoked'
}

/** Events the server sends, by name. */
export interface ServerEvents {
  message: (json: string) => void
  'message-status': (event: MessageStatus) => void
  'outgoing-message': (event: OutgoingMessage) => void
  notifications: (event: Notifications) => void
  'conversation-updated': (event: ConversationUpdated) => void
  'conversation-read': (event: ConversationRead) => void
  'message-changed': (event: MessageChanged) => void
  presence: (event: Presence) => void
  'news-editors': (event: NewsEditors) => void
  'draft-updated': (event: DraftUpdated) => void
  'contact-updated': (event: ContactUpdated) => void
  'contacts-updated': (event: ContactsUpdated) => void
  'conversations-updated': (event: ConversationsUpdated) => void
  'broadcast-updated': (event: BroadcastUpdated) => void
  'run-updated': (event: RunUpdated) => void
  'shift-note': (event: ShiftNoteChanged) => void
  typing: (event: Typing) => void
  'sibling-notifications': (event: SiblingNotifications) => void
  usage: (event: Usage) => void
  'new-voicemail': (event: NewVoicemail) => void
  'inapp-notification': (json: string) => void
  'team-updated': (event: TeamUpdated) => void
  'organization-updated': (event: OrganizationUpdated) => void
  /** Shifts changed, or who works them; clients that show them fetch them again. */
  'shifts-updated': (event: Record<string, never>) => void
  'organization-status': (event: OrganizationStatusChanged) => void
  'billing-updated': (event: BillingUpdated) => void
  'access-changed': (event: AccessChanged) => void
  'pins-updated': (event: Record<string, never>) => void
  'session-revoked': (event: SessionRevoked) => void
}

export type { ClientEvents } from './client-events.ts'

/** Encodes the `message` event as the JSON string that is sent. */
export function encodeMessage(event: IncomingMessage): string {
  return JSON.stringify(event)
}

/** Decodes the `message` event; throws on anything else, which is always a bug of ours and is reported. */
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

/** Encodes the `inapp-notification` event as the JSON string that is sent. */
export function encodeInApp(event: InAppNotification): string {
  return JSON.stringify(event)
}

/** Decodes the `inapp-notification` event; throws on anything else, which is always a bug of ours and is reported. */
export function decodeInApp(json: unknown): InAppNotification {
  if (typeof json !== 'string') throw new Error('inapp-notification event is not a string')
  const event = JSON.parse(json) as Partial<InAppNotification> | null
  if (!event || typeof event.message !== 'string') throw new Error('inapp-notification event lacks its message')
  return { ...event, title: event.title ?? '', type: event.type ?? 'info', id: event.id ?? '' } as InAppNotification
}
