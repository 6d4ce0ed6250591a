import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { Body, Message } from './messages.ts'
import { oneLine } from './one-line.ts'

const Language = oneLine(35).min(2)

export const previewTranslation = endpoint({
  method: 'POST',
  path: '/translation/preview',
  summary: 'Previews the translation a contact would get, with warnings to review. Nothing is sent or stored.',
  can: 'inbox.reply',
  body: z.strictObject({ text: Body.min(1), to: Language, from: Language.optional() }),
  reply: ok({
    text: z.string(),
    from: z.string(),
    to: z.string(),
    provider: z.string(),
    warnings: z.array(z.string()).describe('Sentences or numbers that the translator may have changed.'),
    failed: z.boolean().describe('True when nothing could be translated; `text` is then the original.'),
  }),
})

export const translateMessage = endpoint({
  method: 'POST',
  path: '/message/{id}/translate',
  summary: 'Translates one message into the member’s language, or retries a failed translation.',
  can: 'inbox.read',
  fails: ['not_translated'],
  params: z.object({ id: Id }),
  reply: ok({ message: Message }),
})
