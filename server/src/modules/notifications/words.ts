import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'

/** A notification for a member, with the names its text needs. */
export type NotificationContent =
  | { kind: 'assigned'; contactId: string; contact: string; by: string }
  | { kind: 'mention'; contactId: string; contact: string; by: string; preview: string }
  | { kind: 'voicemail'; contactId: string; contact: string; seconds: number }
  | { kind: 'inbound'; contactId: string; contact: string; preview: string }

/** The text of a toast, the notification bell and a push message, in the member's language. */
export interface NotificationText {
  title: string
  message: string
  link: string
}

/** Returns the text of a notification in a language. */
export function renderNotification(content: NotificationContent, locale: string): NotificationText {
  const link = `/dashboard/inbox?conversation=${content.contactId}`
  switch (content.kind) {
    case 'assigned':
      return {
        title: localize(msg({ message: '{contact} is yours', values: { contact: content.contact } }), locale),
        message: localize(
          msg({ message: '{by} assigned this conversation to you.', values: { by: content.by } }),
          locale,
        ),
        link,
      }
    case 'mention':
      return {
        title: localize(msg({ message: '{by} mentioned you', values: { by: content.by } }), locale),
        message: `${content.contact}: ${content.preview}`,
        link,
      }
    case 'voicemail':
      return {
        title: content.contact,
        message: localize(msg({ message: 'Voicemail, {length}', values: { length: clock(content.seconds) } }), locale),
        link,
      }
    case 'inbound':
      return { title: content.contact, message: content.preview, link }
  }
}

/** Writes a length as 1:12. */
export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
