// After a broadcast was sent: what became of it for each person, why, and what to do next.
import { z } from 'zod'
import { BlockReason } from './broadcast-audience.ts'
import { BroadcastCounts, BroadcastRun } from './broadcasts.ts'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { MessageState } from './messages.ts'
import { pageOf, pageQuery } from './paging.ts'

/** What became of the text for one person. Each person has exactly one. */
export const RecipientOutcome = z.enum([
  'waiting',
  'sending',
  'sent',
  'delivered',
  'not_delivered',
  'unknown',
  'cancelled',
  'suppressed',
  'blocked',
])
export type RecipientOutcome = z.infer<typeof RecipientOutcome>

/** The best next step for a person who was not reached. */
export const NextAction = z.enum(['none', 'wait', 'send_again', 'fix_number', 'add_number', 'tell_in_person', 'call'])
export type NextAction = z.infer<typeof NextAction>

/** One person of a broadcast. */
export const Recipient = z.object({
  contact: ContactSummary,
  outcome: RecipientOutcome,
  blockReason: BlockReason.nullable(),
  state: MessageState.nullable(),
  reason: z.string().nullable().describe('In words, why it was not delivered or not sent.'),
  language: z.string(),
  messageId: Id.nullable(),
  sentAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  repliedAt: Instant.nullable(),
  clickedAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  answer: z.string().nullable().describe('Null for anonymous polls.'),
  reminders: z.number().int(),
  next: NextAction,
})
export type Recipient = z.infer<typeof Recipient>

/** Which people of a broadcast a list shows. Every figure of the analytics names one of these. */
export const RecipientFilter = z.enum([
  'all',
  'recipients',
  'waiting',
  'handed_off',
  'delivered',
  'not_delivered',
  'unknown',
  'cancelled',
  'suppressed',
  'blocked',
  'not_reached',
  'replied',
  'not_replied',
  'clicked',
  'not_clicked',
  'answered',
  'not_answered',
  'opted_out',
])
export type RecipientFilter = z.infer<typeof RecipientFilter>

const recipientQuery = {
  runId: Id.optional().describe('One run of a repeated broadcast; the last one when it is omitted.'),
  filter: RecipientFilter.default('all'),
  blockReason: BlockReason.optional(),
  errorCode: z.string().max(40).optional(),
  option: z.string().max(60).optional(),
  language: z.string().max(35).optional(),
  location: z.string().max(120).optional(),
  lineId: Id.optional(),
  groupId: Id.optional(),
  search: z.string().trim().max(100).default(''),
}

export const broadcastRecipients = endpoint({
  method: 'GET',
  path: '/broadcast/{id}/recipients',
  summary: 'Lists the people of a run and what became of the text for each, by name.',
  can: 'broadcasts.read',
  params: z.object({ id: Id }),
  query: z.object({ ...pageQuery, ...recipientQuery }),
  reply: ok({ ...pageOf(Recipient), total: z.number().int() }),
})

export const broadcastClicks = endpoint({
  method: 'GET',
  path: '/broadcast/{broadcastId}/clicks',
  summary: 'Lists who opened a link of a broadcast, or who got it and did not. Previews and scanners do not count.',
  can: 'broadcasts.read',
  params: z.object({ broadcastId: Id }),
  query: z.object({
    ...pageQuery,
    clicked: z.stringbool().default(true),
    runId: Id.optional(),
    linkId: Id.optional(),
  }),
  reply: ok({
    ...pageOf(z.object({ contact: ContactSummary, firstClickAt: Instant.nullable(), clicks: z.number().int() })),
    total: z.number().int(),
  }),
})

/** A share of the people of a run: how many got it, answered and clicked. */
const Cut = z.object({
  key: z.string(),
  label: z.string(),
  recipients: z.number().int(),
  delivered: z.number().int(),
  replied: z.number().int(),
  clicked: z.number().int(),
  answered: z.number().int(),
})

export const broadcastAnalytics = endpoint({
  method: 'GET',
  path: '/broadcast/analytics',
  summary: 'Returns the figures of a broadcast. Each figure counts exactly the list that it opens.',
  can: 'broadcasts.read',
  query: z.object({ broadcastId: Id, runId: Id.optional() }),
  reply: ok({
    summary: BroadcastCounts,
    blocked: z.array(z.object({ reason: BlockReason, count: z.number().int() })),
    funnel: z.array(z.object({ step: RecipientFilter, count: z.number().int() })),
    timeline: z
      .array(
        z.object({
          at: Instant,
          sent: z.number().int(),
          delivered: z.number().int(),
          replied: z.number().int(),
          answered: z
            .number()
            .int()
            .describe('People whose latest answer to the poll, or whose confirmation, is from this hour.'),
        }),
      )
      .describe('The first 24 hours, by hour.'),
    causes: z
      .array(
        z.object({
          code: z.string(),
          label: z.string().describe('The cause in words.'),
          count: z.number().int(),
          action: NextAction,
        }),
      )
      .describe('Why texts were not delivered.'),
    byGroup: z.array(Cut),
    byLanguage: z.array(Cut),
    byLocation: z.array(Cut),
    byLine: z.array(Cut),
    links: z.array(
      z.object({
        id: Id,
        url: z.string(),
        people: z.number().int().describe('Different people who opened it.'),
        clicks: z.number().int(),
        bots: z.number().int().describe('Previews and scanners, which do not count as clicks.'),
      }),
    ),
    poll: z
      .object({
        answers: z.number().int(),
        hidden: z.boolean().describe('True while fewer than five people answered an anonymous poll.'),
        options: z.array(z.object({ key: z.string(), label: z.string(), count: z.number().int() })),
        average: z.number().nullable(),
        texts: z.array(z.string()).describe('The last 50 free answers.'),
      })
      .nullable(),
    segments: z.number().int(),
    runs: z.array(BroadcastRun),
  }),
})

export const exportBroadcast = endpoint({
  method: 'GET',
  path: '/broadcast/export-analytics',
  summary: 'Exports one row per person of a broadcast as CSV or XLSX. Cells that a spreadsheet would run are escaped.',
  plan: 'owner',
  can: 'messages.export',
  answers: 'file',
  query: z.object({ broadcastId: Id, runId: Id.optional(), format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: z.unknown(),
})

/** The people who were not reached, by what to do next, until everyone is reached or explained. */
export const broadcastLedger = endpoint({
  method: 'GET',
  path: '/broadcast/{id}/ledger',
  summary: 'Counts the people of a run by what to do next: everyone is reached, waiting, or explained.',
  can: 'broadcasts.read',
  params: z.object({ id: Id }),
  query: z.object({ runId: Id.optional() }),
  reply: ok({
    reached: z.number().int(),
    waiting: z.number().int(),
    actions: z.array(z.object({ action: NextAction, reason: z.string(), label: z.string(), count: z.number().int() })),
    unexplained: z.number().int().describe('Always 0 once a run has ended; anything else is a defect.'),
  }),
})

export const printLedger = endpoint({
  method: 'GET',
  path: '/broadcast/{id}/ledger-list',
  summary: 'A printable list, as PDF, of the people to tell in person, by location and department, with boxes to tick.',
  can: 'broadcasts.read',
  answers: 'file',
  params: z.object({ id: Id }),
  query: z.object({ runId: Id.optional() }),
  reply: z.unknown(),
})

export const broadcastReplies = endpoint({
  method: 'GET',
  path: '/broadcast/{id}/replies',
  summary: 'Lists the conversations in which a recipient replied to a broadcast, those without an answer first.',
  can: 'inbox.read',
  params: z.object({ id: Id }),
  query: z.object({ ...pageQuery, runId: Id.optional(), onlyWaiting: z.stringbool().default(false) }),
  reply: ok({
    ...pageOf(
      z.object({
        contact: ContactSummary,
        body: z.string(),
        at: Instant,
        waiting: z.boolean().describe('Whether the contact waits for an answer.'),
      }),
    ),
    total: z.number().int(),
    waiting: z.number().int(),
  }),
})
