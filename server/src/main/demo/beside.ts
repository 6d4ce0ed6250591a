import type { Reaction, Translation } from '@crewline/contract/messages'
import { translateAtOnce } from '../../modules/translation/index.ts'
import type { StoredVoicemail } from '../../modules/messages/voicemail-rules.ts'
import type { DemoConversation } from './casting.ts'
import { added, type DemoMessage } from './history.ts'
import { judgedOf } from './judged.ts'
import { MINUTE } from './moments.ts'
import { instant } from './rows.ts'

/** What a message of the demo has beside its words. */
export interface Beside {
  translation?: Translation
  reactions?: Reaction[]
  possibleOptOut?: boolean
  voicemail?: StoredVoicemail
}

/** Somebody who waits adds a text such as the phrasebook knows, and one that leaves a question to the team. */
const SAID_LAST = [
  { language: 'es', words: 'Voy a llegar 15 minutos tarde' },
  { language: 'en', words: "Please don't text me about extra shifts any more" },
] as const

/** Texts of ours that somebody liked, by how they begin. */
const LIKED = [
  { begins: 'Yes, time and a half, and lunch', emoji: '❤️' },
  { begins: 'No worries, thanks Ben', emoji: '👍' },
]

/** Gives messages what the product itself would have given them: translations, reactions, questions about opting out. Only `others` say more. */
export function setBeside(conversations: DemoConversation[], others: DemoConversation[], nowMs: number): void {
  for (const { language, words } of SAID_LAST) {
    const waiting = others.find(
      (one) =>
        one.contact.language === language && one.unread > 0 && (one.messages.at(-1)?.at ?? nowMs) < nowMs - 5 * MINUTE,
    )
    const last = waiting?.messages.at(-1)
    if (!waiting || !last) continue
    waiting.messages.push(added(last, words, last.at + MINUTE))
    waiting.unread += 1
  }
  for (const { contact, messages } of conversations) {
    for (const message of messages) {
      if (message.direction === 'in') message.beside = besideIn(message, contact.language)
      const liked = LIKED.find(({ begins }) => message.body.startsWith(begins))
      if (liked) message.beside = { reactions: [{ emoji: liked.emoji, at: instant(message.at + MINUTE) }] }
    }
  }
}

function besideIn({ body, beside }: DemoMessage, language: string): Beside {
  const translation = language === 'en' ? null : translateAtOnce({ text: body, from: language, to: 'en' })
  const possibleOptOut = judgedOf(body).verdict === 'possible_opt_out'
  return { ...beside, ...(translation && { translation }), possibleOptOut }
}
