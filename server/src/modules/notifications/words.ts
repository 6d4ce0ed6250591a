/** What a member can be told of, with the names that fill the words. */
export type Told =
  | { kind: 'assigned'; contactId: string; contact: string; by: string }
  | { kind: 'mention'; contactId: string; contact: string; by: string; words: string }
  | { kind: 'voicemail'; contactId: string; contact: string; seconds: number }
  | { kind: 'inbound'; contactId: string; contact: string; words: string }

/** Words for a toast, the bell and a push message, in the member's language. */
export interface Words {
  title: string
  message: string
  link: string
}

/** Says what happened in English or Spanish. */
export function wordsFor(told: Told, locale: string): Words {
  const link = `/dashboard/inbox?conversation=${told.contactId}`
  const isSpanish = locale === 'es'
  switch (told.kind) {
    case 'assigned':
      return {
        title: isSpanish ? `${told.contact} es tuyo` : `${told.contact} is yours`,
        message: isSpanish ? `${told.by} te asignó esta conversación.` : `${told.by} gave you this conversation.`,
        link,
      }
    case 'mention':
      return {
        title: isSpanish ? `${told.by} te mencionó` : `${told.by} mentioned you`,
        message: `${told.contact}: ${told.words}`,
        link,
      }
    case 'voicemail':
      return {
        title: told.contact,
        message: isSpanish ? `Mensaje de voz, ${clock(told.seconds)}` : `Voicemail, ${clock(told.seconds)}`,
        link,
      }
    case 'inbound':
      return { title: told.contact, message: told.words, link }
  }
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
