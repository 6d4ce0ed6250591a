import { z } from 'zod'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { SEARCH_MAX } from './limits.ts'
import { Message } from './messages.ts'

/** A day or a point in time; a day starts at midnight in the organization's time zone. */
const When = z.union([Instant, z.iso.date()])

export const searchMessages = endpoint({
  method: 'GET',
  path: '/message/search',
  summary:
    'Searches messages, notes, translations and transcripts that contain all the words, newest first. Highlights are character ranges of the body.',
  can: 'inbox.read',
  query: z.object({
    phrase: z.string().trim().min(2).max(SEARCH_MAX),
    contactId: Id.optional(),
    startDate: When.optional(),
    endDate: When.optional(),
    direction: z.enum(['in', 'out', 'internal']).optional(),
    senderId: Id.optional(),
    hasMedia: z.stringbool().optional(),
    cursor: z.string().max(600).optional(),
  }),
  reply: ok({
    results: z.array(
      z.object({
        message: Message,
        contact: ContactSummary,
        highlights: z.array(z.tuple([z.number().int(), z.number().int()])),
      }),
    ),
    total: z.number().int().describe('Hits, counted up to 100.'),
    nextCursor: z.string().optional(),
  }),
})
