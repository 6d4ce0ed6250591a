import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { Body, Message, TranslationRefusal } from './messages.ts'
import { oneLine } from './one-line.ts'

const Language = oneLine(35).min(2)

/** A reviewed phrase with similar words, which the sender may pick instead. */
const PhraseSuggestion = z.object({
  id: z.string(),
  text: z.string().describe('The phrase in the language of the text, with slots such as {time}.'),
  translated: z.string(),
  isSafety: z.boolean(),
})

export const previewTranslation = endpoint({
  method: 'POST',
  path: '/translation/preview',
  summary: 'Previews the translation a contact would get: whole or not at all. Nothing is sent or stored.',
  plan: 'not_needed',
  can: 'inbox.reply',
  body: z.strictObject({ text: Body.min(1), to: Language, from: Language.optional() }),
  reply: ok({
    text: z.string().describe('The whole translation; the text as written when there is none.'),
    from: z.string(),
    to: z.string(),
    kind: z
      .enum(['same', 'reviewed', 'machine', 'refused'])
      .describe('`same`: no translation is needed. `refused`: the text goes as written.'),
    provider: z.string(),
    reason: TranslationRefusal.optional(),
    back: z.string().optional().describe('A machine translation translated back, when it differs from the text.'),
    suggestions: z.array(PhraseSuggestion),
  }),
})

export const translationStatus = endpoint({
  method: 'GET',
  path: '/translation/status',
  summary: 'What can translate here: the connected service and the languages of the reviewed phrases.',
  can: 'inbox.read',
  reply: ok({
    service: z.string().nullable().describe('The connected service; null when none is connected.'),
    pairs: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .nullable()
      .describe('The pairs of an offline service; null when the service decides.'),
    phraseLanguages: z.array(z.string()),
    phrases: z.int(),
  }),
})

export const translateMessage = endpoint({
  method: 'POST',
  path: '/message/{id}/translate',
  summary: 'Translates one message into the member’s language, or retries a failed translation.',
  plan: 'not_needed',
  can: 'inbox.read',
  fails: ['not_translated'],
  params: z.object({ id: Id }),
  reply: ok({ message: Message }),
})

export const reportTranslation = endpoint({
  method: 'POST',
  path: '/message/{id}/translation/report',
  summary: 'Reports a translation as wrong: it is hidden for everyone and is not used again.',
  can: 'inbox.reply',
  params: z.object({ id: Id }),
  reply: ok({ message: Message }),
})
