import { z } from 'zod'
import { OptOut } from './consent.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { RESTORED_EXCEPT_MAX } from './limits.ts'
import { HoldReason } from './messages.ts'

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

/** Why a text waits; `ready` goes out at once. */
export const WaitReason = z.enum(['ready', ...HoldReason.options])
export type WaitReason = z.infer<typeof WaitReason>

/** How long ago a text was written. */
export const TextAge = z.enum(['hour', 'day', 'week', 'older'])
export type TextAge = z.infer<typeof TextAge>

/** What the carrier said about one text that waits. */
const CarrierAnswer = z
  .enum(['not_sent', 'no_answer', 'cannot_say', 'not_asked', 'written_since'])
  .describe(
    'Not found at the carrier; it did not answer; it cannot be asked; not asked yet; written after the restore, so never sent.',
  )
export type CarrierAnswer = z.infer<typeof CarrierAnswer>

/** A text that goes out when the texts are released. */
export const RestoredText = z.object({
  id: Id,
  contactId: Id,
  contactName: z.string(),
  phone: z.string(),
  body: z.string(),
  files: z.number().int(),
  writtenAt: Instant,
  reason: WaitReason,
  dueAt: Instant.nullable().describe('When it is scheduled; null for a text that goes out at once.'),
  carrier: CarrierAnswer,
})
export type RestoredText = z.infer<typeof RestoredText>

const PAGE = 100

export const restoreNotice = endpoint({
  method: 'GET',
  path: '/restore/notice',
  summary:
    'Says whether this organization sends nothing because its database was restored from a backup; review is null otherwise.',
  can: 'inbox.read',
  reply: ok({
    review: Review.extend({
      total: z
        .number()
        .int()
        .nullable()
        .describe('How many texts wait for the decision; null for members who do not decide.'),
    }).nullable(),
  }),
})

const ReviewReply = ok({
  review: Review.extend({
    askedAt: Instant.nullable().describe('When every carrier had answered; null until then.'),
    triedAt: Instant.nullable().describe('When the carriers were last asked, whatever they answered.'),
    lines: z.array(RestoredLine),
    reasons: z.array(z.object({ reason: WaitReason, count: z.number().int() })),
    ages: z.array(z.object({ age: TextAge, count: z.number().int() })),
    optOuts: z
      .object({ total: z.number().int(), data: z.array(OptOut) })
      .describe(`The numbers that opted out since the backup, the latest ${PAGE} of them listed.`),
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
  apiKeys: 'refused',
  fails: ['not_found'],
  reply: ReviewReply,
})

export const decideRestored = endpoint({
  method: 'POST',
  path: '/restore',
  summary:
    'Releases or cancels the texts that waited in the restored database, except the named ones, which are treated the other way. Then the organization sends again.',
  can: 'lines.manage',
  apiKeys: 'refused',
  fails: ['carriers_not_asked', 'texts_changed'],
  body: z.strictObject({
    decision: z.enum(['release', 'cancel']),
    except: z.array(Id).max(RESTORED_EXCEPT_MAX).default([]),
    total: z.number().int().describe('How many texts the member confirmed; refused when another number waits by now.'),
  }),
  reply: ok({ released: z.number().int(), cancelled: z.number().int() }),
})
