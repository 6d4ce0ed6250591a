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

/** Returns the text of a notification in English or Spanish. */
export function renderNotification(content: NotificationContent, locale: string): NotificationText {
  const link = `/dashboard/inbox?conversation=${content.contactId}`
  const isSpanish = locale === 'es'
  switch (content.kind) {
    case 'assigned':
      return {
        title: isSpanish ? `${content.contact} es tuyo` : `${content.contact} is yours`,
        message: isSpanish
          ? `${content.by} te asignó esta conversación.`
          : `${content.by} assigned this conversation to you.`,
        link,
      }
    case 'mention':
      return {
        title: isSpanish ? `${content.by} te mencionó` : `${content.by} mentioned you`,
        message: `${content.contact}: ${content.preview}`,
        link,
      }
    case 'voicemail':
      return {
        title: content.contact,
        message: isSpanish ? `Mensaje de voz, ${clock(content.seconds)}` : `Voicemail, ${clock(content.seconds)}`,
        link,
      }
    case 'inbound':
      return { title: content.contact, message: content.preview, link }
  }
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
