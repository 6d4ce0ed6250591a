import type { IncomingMessage } from '@crewline/contract/events'

/** The state of the page when a message arrives. */
export interface PageState {
  /** The path of the page, without the query. */
  path: string
  isMuted: boolean
}

/** The effect of an incoming message on the page. */
export interface Consequence {
  /** Whether it counts as unread. */
  isUnread: boolean
  /** The toast to show, if any. */
  toast?: { contactId: string; name: string; text: string; translation?: string; path: string }
}

const inbox = '/dashboard/inbox'

function isOnInbox(path: string): boolean {
  return path === inbox || path.startsWith(`${inbox}/`)
}

/** Returns the path of a conversation. */
export function conversationPath(contactId: string): string {
  return `${inbox}?conversation=${encodeURIComponent(contactId)}`
}

/**
 * Returns the effect of an incoming message: nothing on public pages, only a count in the inbox or while muted, and
 * elsewhere also a toast that opens the conversation.
 */
export function consequenceOf(
  message: Pick<IncomingMessage, 'contactId' | 'contact' | 'body' | 'translation'>,
  { path, isMuted }: PageState,
): Consequence {
  if (path.includes('/public')) return { isUnread: false }
  if (isMuted || isOnInbox(path)) return { isUnread: true }
  const { contact, contactId, body, translation } = message
  const name = `${contact.firstname} ${contact.lastname}`.trim() || contact.phone || ''
  const toast = { contactId, name, text: body, path: conversationPath(contactId) }
  return { isUnread: true, toast: translation ? { ...toast, translation: translation.text } : toast }
}

/** Returns whether a server notice becomes a toast on a path: never on public pages. */
export function showsInApp(path: string): boolean {
  return !path.includes('/public')
}
