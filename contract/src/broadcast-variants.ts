// The texts of a broadcast in further languages, and who wrote each.
import { z } from 'zod'
import { Body, Translation } from './messages.ts'
import { oneLine } from './one-line.ts'

/** A language as the browser names it, such as `es` or `pt-BR`. */
export const BroadcastLanguage = oneLine(35).min(2)

/** The text of a broadcast in one more language. */
export const BroadcastVariant = z.strictObject({
  language: BroadcastLanguage,
  body: Body,
  source: z
    .enum(['author', 'machine', 'reviewed'])
    .describe('Written by a member, a service, or reviewed phrases. `reviewed` is checked when the text is saved.'),
  approved: z.boolean().describe('A machine translation is sent only after a member approved it.'),
  phrases: Translation.shape.phrases.describe(
    'The reviewed phrases it was made of, each with the revision of the text that was used. Set when the text is saved.',
  ),
})
export type BroadcastVariant = z.infer<typeof BroadcastVariant>
