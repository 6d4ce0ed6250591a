import type { IncomingMessage } from '@crewline/contract/events'

/** Where the page stands when a message arrives. */
export interface Standing {
  /** The path of the page, without query. */
  path: string
  isMuted: boolean
}

/** What a message from a worker does to the page. */
export interface Consequence {
  /** Whether it counts as unread here. */
  isUnread: boolean
  /** The toast that is due, if one is. */
  toast?: { contactId: string; name: string; text: string; translation?: string; path: string }
}

const inbox = '/dashboard/inbox'

function isOnInbox(path: string): boolean {
  return path === inbox || path.startsWith(`${inbox}/`)
}

/** The way to one conversation. */
export function conversationPath(contactId: string): string {
  return `${inbox}?conversation=${encodeURIComponent(contactId)}`
}

/**
 * What an incoming message does: on public pages nothing at all, in the inbox it only counts, muted it only counts,
 * anywhere else it also shows a toast that leads to the conversation.
 */
export function consequenceOf(
  message: Pick<IncomingMessage, 'contactId' | 'contact' | 'body' | 'translation'>,
  { path, isMuted }: Standing,
): Consequence {
  if (path.includes('/public')) return { isUnread: false }
  if (isMuted || isOnInbox(path)) return { isUnread: true }
  const { contact, contactId, body, translation } = message
  const name = `${contact.firstname} ${contact.lastname}`.trim() || contact.phone || ''
  const toast = { contactId, name, text: body, path: conversationPath(contactId) }
  return { isUnread: true, toast: translation ? { ...toast, translation: translation.text } : toast }
}

/** Whether a notice of the server becomes a toast here: never on public pages. */
export function showsInApp(path: string): boolean {
  return !path.includes('/public')
}
