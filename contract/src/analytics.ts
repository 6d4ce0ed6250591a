import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { OrgStatus } from './organizations.ts'

/** A calendar day such as 2026-11-21. */
const Day = z.iso.date()

/** What an organization has paid for and used; fields that need a plan are null without one. */
export const Billing = z.object({
  status: OrgStatus,
  needBilling: z.boolean(),
  usedTexts: z.number().int().describe('Segments used this month, and how many the plan includes.'),
  includedTexts: z.number().int().nullable(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
})
export type Billing = z.infer<typeof Billing>

/** The counts for a range of days. */
export const Totals = z.object({
  contacts: z.number().int(),
  reachable: z.number().int().describe('Contacts who can get messages.'),
  sent: z.number().int(),
  sentTexts: z.number().int(),
  delivered: z.number().int(),
  notDelivered: z.number().int(),
  received: z.number().int(),
  contactsWhoReplied: z.number().int().describe('Contacts who sent a message in the range.'),
  activeConversations: z.number().int(),
  unanswered: z.number().int().describe('Conversations with unread messages now.'),
  optOuts: z.number().int(),
})
export type Totals = z.infer<typeof Totals>

export const analytics = endpoint({
  method: 'GET',
  path: '/user/analytics',
  summary:
    'Returns how many messages were sent, delivered and answered on each day from startDate to endDate, in the organization’s time zone. At most 366 days; by default the last 30.',
  can: 'analytics.view',
  query: z.object({ startDate: Day.optional(), endDate: Day.optional() }),
  reply: ok({
    billing: Billing,
    range: z.object({ start: Day, end: Day, timeZone: z.string() }),
    totals: Totals,
    previous: Totals.pick({
      sent: true,
      delivered: true,
      notDelivered: true,
      received: true,
      optOuts: true,
      contactsWhoReplied: true,
    }).describe('The same number of days just before the range.'),
    attention: z
      .object({ waitingOverDay: z.number().int(), notDeliveredToday: z.number().int() })
      .describe('What needs someone now: people who have waited for more than a day, and texts of today.'),
    series: z.array(
      z.object({
        date: Day,
        sent: z.number().int(),
        delivered: z.number().int(),
        notDelivered: z.number().int(),
        received: z.number().int(),
      }),
    ),
  }),
})
export type Analytics = z.infer<typeof analytics.reply>
