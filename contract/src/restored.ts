import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** How a carrier answered for one line after the database was restored. */
const AskedFor = z
  .enum(['done', 'failed', 'impossible'])
  .describe('Asked and answered, not answered yet, or this carrier cannot be asked.')

/** What was learned about one line. */
export const RestoredLine = z.object({
  lineId: Id,
  received: AskedFor.describe('Whether texts that came in since the backup, STOP among them, were fetched.'),
  sent: AskedFor.describe('Whether the carrier said which waiting texts it already has.'),
  found: z.number().int().describe('How many waiting texts it already had.'),
})
export type RestoredLine = z.infer<typeof RestoredLine>

const Review = z.object({
  beganAt: Instant,
  knownUntil: Instant.describe('Until when the restored database knows what happened.'),
})

/** A text that goes out when the texts are released. */
export const RestoredText = z.object({
  id: Id,
  contactId: Id,
  contactName: z.string(),
  phone: z.string(),
  body: z.string(),
  files: z.number().int(),
  writtenAt: Instant,
  dueAt: Instant.nullable().describe('When it is scheduled; null for a text that goes out at once.'),
})
export type RestoredText = z.infer<typeof RestoredText>

/** The most texts that a decision can name. */
export const RESTORED_EXCEPT_MAX = 500
const PAGE = 100

export const restoreNotice = endpoint({
  method: 'GET',
  path: '/restore/notice',
  summary:
    'Says whether this organization sends nothing because its database was restored from a backup; review is null otherwise.',
  can: 'inbox.read',
  reply: ok({ review: Review.nullable() }),
})

const ReviewReply = ok({
  review: Review.extend({
    askedAt: Instant.nullable().describe('When every carrier had answered; null until then.'),
    lines: z.array(RestoredLine),
  }).nullable(),
  data: z.array(RestoredText),
  total: z.number().int(),
})

export const restoredTexts = endpoint({
  method: 'GET',
  path: '/restore',
  summary: `Lists ${PAGE} texts that wait in the restored database and that no carrier is known to have, oldest first.`,
  can: 'lines.manage',
  query: z.object({ after: Id.optional().describe('The last text of the page before.') }),
  reply: ReviewReply,
})

export const askCarriers = endpoint({
  method: 'POST',
  path: '/restore/ask',
  summary: 'Has the carriers asked again what they already have, within seconds.',
  can: 'lines.manage',
  fails: ['not_found'],
  reply: ReviewReply,
})

export const decideRestored = endpoint({
  method: 'POST',
  path: '/restore',
  summary:
    'Releases or cancels the texts that waited in the restored database, except the named ones, which are treated the other way. Then the organization sends again.',
  can: 'lines.manage',
  fails: ['carriers_not_asked'],
  body: z.strictObject({
    decision: z.enum(['release', 'cancel']),
    except: z.array(Id).max(RESTORED_EXCEPT_MAX).default([]),
  }),
  reply: ok({ released: z.number().int(), cancelled: z.number().int() }),
})
