import type { Reaction, Translation } from '@crewline/contract/messages'
import { hasWords, shippedPhrasebook, translateByPhrases } from '../../modules/translation/index.ts'
import type { StoredVoicemail } from '../../modules/messages/voicemail-rules.ts'
import type { DemoConversation } from './casting.ts'
import { added, type DemoMessage } from './history.ts'
import { judgedOf } from './judged.ts'
import { MINUTE } from './moments.ts'
import { instant } from './rows.ts'

/** The extras of a demo message in addition to its text. */
export interface MessageExtras {
  translation?: Translation
  reactions?: Reaction[]
  possibleOptOut?: boolean
  voicemail?: StoredVoicemail
}

/**
 * Two extra messages for waiting contacts: one that the phrasebook can translate, and one that may be an opt-out for
 * the team to decide.
 */
const LAST_MESSAGES = [
  { language: 'es', words: 'Voy a llegar 15 minutos tarde' },
  { language: 'en', words: "Please don't text me about extra shifts any more" },
] as const

/** Our messages that got a reaction, by their beginning. */
const LIKED = [
  { begins: 'Yes, time and a half, and lunch', emoji: '❤️' },
  { begins: 'No worries, thanks Ben', emoji: '👍' },
]

/**
 * Adds what the product itself would have added to messages: translations, reactions, possible opt-outs. Only `others`
 * get extra messages.
 */
export function writeRelated(conversations: DemoConversation[], others: DemoConversation[], nowMs: number): void {
  for (const { language, words } of LAST_MESSAGES) {
    const waiting = others.find(
      (conversation) =>
        conversation.contact.language === language &&
        conversation.unread > 0 &&
        (conversation.messages.at(-1)?.at ?? nowMs) < nowMs - 5 * MINUTE,
    )
    const last = waiting?.messages.at(-1)
    if (!waiting || !last) continue
    waiting.messages.push(added(last, words, last.at + MINUTE))
    waiting.unread += 1
  }
  for (const { contact, messages } of conversations) {
    for (const message of messages) {
      if (message.direction === 'in') message.extras = relatedIn(message, contact.language)
      const liked = LIKED.find(({ begins }) => message.body.startsWith(begins))
      if (liked) message.extras = { reactions: [{ emoji: liked.emoji, at: instant(message.at + MINUTE) }] }
    }
  }
}

function relatedIn({ body, extras }: DemoMessage, language: string): MessageExtras {
  const translation = language === 'en' || !hasWords(body) ? null : translationOf(body, language)
  const possibleOptOut = judgedOf(body).intent === 'possible_opt_out'
  return { ...extras, ...(translation && { translation }), possibleOptOut }
}

/** Without a connected service, a text that is not made of reviewed phrases stays untranslated and says so. */
function translationOf(text: string, from: string): MessageExtras['translation'] {
  const to = 'en'
  return (
    translateByPhrases(shippedPhrasebook, { text, from, to }) ?? {
      text,
      from,
      to,
      provider: 'phrases',
      failed: true,
      reason: 'no_service',
    }
  )
}
