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
  summary: 'What a worker would get in their language, with what deserves a second look; nothing is sent or stored.',
  can: 'inbox.reply',
  body: z.strictObject({ text: Body.min(1), to: Language, from: Language.optional() }),
  reply: ok({
    text: z.string(),
    from: z.string(),
    to: z.string(),
    provider: z.string(),
    /** Sentences or numbers the translator could not be trusted with. */
    warnings: z.array(z.string()),
    /** True when nothing could be translated; `text` is the original then. */
    failed: z.boolean(),
  }),
})

export const translateMessage = endpoint({
  method: 'POST',
  path: '/message/{id}/translate',
  summary: "Translate one message into the asking member's language, or try again where it failed.",
  can: 'inbox.read',
  params: z.object({ id: Id }),
  reply: ok({ message: Message }),
})
