import { z } from 'zod'
import { ContactHead } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { SEARCH_MAX } from './limits.ts'
import { Message } from './messages.ts'

/** A day or a moment; a day begins at midnight in the organization's zone. */
const When = z.union([Instant, z.iso.date()])

export const searchMessages = endpoint({
  method: 'GET',
  path: '/message/search',
  summary:
    'Messages that hold all the words, newest first: texts, notes, translations and transcripts. Highlights are ranges of characters of the body.',
  can: 'inbox.read',
  query: z.object({
    phrase: z.string().trim().min(2).max(SEARCH_MAX),
    contactId: Id.optional(),
    startDate: When.optional(),
    endDate: When.optional(),
    direction: z.enum(['in', 'out', 'within']).optional(),
    senderId: Id.optional(),
    hasMedia: z.stringbool().optional(),
    cursor: z.string().max(600).optional(),
  }),
  reply: ok({
    results: z.array(
      z.object({
        message: Message,
        contact: ContactHead,
        highlights: z.array(z.tuple([z.number().int(), z.number().int()])),
      }),
    ),
    /** Hits found, counted up to 100. */
    total: z.number().int(),
    nextCursor: z.string().optional(),
  }),
})
