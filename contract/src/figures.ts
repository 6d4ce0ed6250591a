import { z } from 'zod'
import { ContactSummary } from './contacts.ts'
import { SMALLEST_CELL } from './analytics-limits.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { Message } from './messages.ts'
import { pageQuery } from './paging.ts'

/** A calendar day such as 2026-11-21. */
const Day = z.iso.date()
const days = { startDate: Day.optional(), endDate: Day.optional() }
const Range = z.object({ start: Day, end: Day, timeZone: z.string() })

/** What the figures of the dashboard can be compared by. A member is the one who wrote a message. */
export const AnalyticsCut = z.enum(['group', 'location', 'department', 'language', 'member'])
export type AnalyticsCut = z.infer<typeof AnalyticsCut>

/** The most values of a cut that are listed: those with the most messages. */
export const CUT_ROWS_MAX = 100

/** The longest value of a cut: the name of a location or department. */
const CUT_VALUE_MAX = 200

/**
 * The messages behind a figure. `sent`: accepted by a carrier. `answers`: the first text of a member after a contact
 * began to wait. `off_shift_sent`
 * and `off_shift_received`: to and from people who were off shift.
 */
export const CountedMessages = z.enum([
  'sent',
  'delivered',
  'not_delivered',
  'received',
  'answers',
  'off_shift_sent',
  'off_shift_received',
])
export type CountedMessages = z.infer<typeof CountedMessages>

/** The people behind a figure; those who wait more than a day wait now, whatever the days. */
export const CountedContacts = z.enum(['replied', 'opted_out', 'waiting_over_day', 'people_off_shift'])
export type CountedContacts = z.infer<typeof CountedContacts>

/** How long contacts waited for the first text of a member; null without an answer. */
const ReplyTime = z.object({
  answers: z.number().int(),
  medianMinutes: z.number().nullable(),
  p90Minutes: z.number().nullable().describe('Nine of ten answers were at least this quick.'),
})
export type ReplyTime = z.infer<typeof ReplyTime>

export const analyticsReplyTimes = endpoint({
  method: 'GET',
  path: '/user/analytics/reply-times',
  summary:
    'Returns how long contacts waited for an answer that a member wrote on the days from startDate to endDate, and on as many days before. A text that came in more than 31 days before an answer does not count.',
  can: 'analytics.view',
  query: z.object(days),
  reply: ok({ range: Range, now: ReplyTime, previous: ReplyTime }),
})

export const analyticsHours = endpoint({
  method: 'GET',
  path: '/user/analytics/hours',
  summary: 'Returns how many messages came in at each hour of each weekday, in the organization’s time zone.',
  can: 'analytics.view',
  query: z.object(days),
  reply: ok({
    range: Range,
    hours: z
      .array(
        z.object({
          weekday: z.number().int().min(0).max(6).describe('0 is Sunday.'),
          hour: z.number().int().min(0).max(23),
          received: z.number().int(),
        }),
      )
      .describe('Hours without messages are absent.'),
  }),
})

/** The figures of one group, location, department, language or member. */
const CutRow = z.object({
  key: z.string().describe('The id of the group or member, else the value itself; empty where contacts have none.'),
  label: z.string().describe('The name of the group or member, else the value itself.'),
  sent: z.number().int(),
  delivered: z.number().int(),
  notDelivered: z.number().int(),
  received: z.number().int().nullable().describe('Null by member.'),
  contactsWhoReplied: z.number().int().nullable().describe('Null by member.'),
  answers: z.number().int(),
  medianMinutes: z.number().nullable(),
})

export const analyticsCuts = endpoint({
  method: 'GET',
  path: '/user/analytics/cuts',
  summary: `Returns the figures by group, location, department, language or member; at most ${CUT_ROWS_MAX}, those with the most messages.`,
  can: 'analytics.view',
  query: z.object({ ...days, by: AnalyticsCut }),
  reply: ok({ range: Range, rows: z.array(CutRow), hasMore: z.boolean() }),
})

/** The most children that are listed. */
export const CHILD_ROWS_MAX = 100

const Cell = z
  .number()
  .int()
  .nullable()
  .describe(`Null where it is about 1 to ${SMALLEST_CELL - 1} people.`)

/** The figures of a child organization as its parent sees them. */
const ChildCells = z.object({
  contacts: Cell,
  reachable: Cell.describe('Contacts who can get messages now; also null where almost all can.'),
  sent: Cell,
  delivered: Cell,
  notDelivered: Cell,
  received: Cell,
  contactsWhoReplied: Cell,
  optOuts: Cell,
})
export type ChildCells = z.infer<typeof ChildCells>

export const analyticsChildren = endpoint({
  method: 'GET',
  path: '/user/analytics/children',
  summary: `Returns the figures of each child organization on the days from startDate to endDate, in its own time zone; at most ${CHILD_ROWS_MAX} by name. Figures about fewer than ${SMALLEST_CELL} people are hidden. Empty for members who see only some groups.`,
  can: 'analytics.view',
  query: z.object(days),
  reply: ok({
    range: Range,
    rows: z.array(ChildCells.extend({ id: Id, name: z.string() })),
    totals: ChildCells.describe('The sums of the figures shown, so that they reveal none that is hidden.'),
    hasMore: z.boolean(),
  }),
})

export const exportFigures = endpoint({
  method: 'GET',
  path: '/user/analytics/export',
  summary:
    'Downloads the figures of the dashboard on the days from startDate to endDate as CSV or XLSX: totals with those before, each day and hour, each comparison, and sub-organizations. What is hidden on the dashboard is hidden in the file.',
  can: 'analytics.view',
  plan: 'owner',
  answers: 'file',
  query: z.object({ ...days, format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: z.unknown(),
})

/** Narrows a figure to a row of a cut; `key` alone or `by` alone narrows nothing. */
const cutQuery = { by: AnalyticsCut.optional(), key: z.string().max(CUT_VALUE_MAX).optional() }

export const analyticsMessages = endpoint({
  method: 'GET',
  path: '/user/analytics/messages',
  summary: 'Lists exactly the messages that a figure of the dashboard counts, latest first.',
  can: 'inbox.read',
  query: z.object({
    ...days,
    ...cutQuery,
    kind: CountedMessages,
    weekday: z.coerce.number().int().min(0).max(6).optional(),
    hour: z.coerce.number().int().min(0).max(23).optional(),
    cursor: pageQuery.cursor,
    pageSize: pageQuery.pageSize,
  }),
  reply: ok({
    range: Range,
    label: z.string().nullable().describe('The name of the group or member; null without one.'),
    total: z.number().int().nullable().describe('On the first page; null on later ones.'),
    data: z.array(z.object({ contact: ContactSummary, message: Message })),
    nextCursor: z.string().optional(),
  }),
})

export const analyticsContacts = endpoint({
  method: 'GET',
  path: '/user/analytics/contacts',
  summary:
    'Lists exactly the people that a figure of the dashboard counts, latest first, or those who wait longest. Only `replied` and `people_off_shift` can be narrowed to a row of a cut.',
  can: 'contacts.read',
  query: z.object({
    ...days,
    ...cutQuery,
    kind: CountedContacts,
    page: pageQuery.page,
    pageSize: pageQuery.pageSize,
  }),
  reply: ok({
    range: Range,
    label: z.string().nullable().describe('The name of the group or member; null without one.'),
    total: z.number().int(),
    page: z.number().int(),
    data: z.array(
      z.object({
        id: Id.describe('Of the contact, or of the opt-out where no contact has the number.'),
        contact: ContactSummary.nullable(),
        phoneDisplay: z.string().nullable(),
        at: Instant.describe('The last reply, the opt-out, or since when they wait.'),
      }),
    ),
  }),
})
