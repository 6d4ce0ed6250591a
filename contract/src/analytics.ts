import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Standing } from './organizations.ts'

/** A calendar day such as 2026-11-21. */
const Day = z.iso.date()

/** What an organization has paid for and used; fields that need a plan are null while there is none. */
export const Billing = z.object({
  status: Standing,
  needBilling: z.boolean(),
  /** Texts used this month; and how many the plan includes. */
  usedTexts: z.number().int(),
  includedTexts: z.number().int().nullable(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
})
export type Billing = z.infer<typeof Billing>

/** What was counted in a range of days. */
export const Totals = z.object({
  contacts: z.number().int(),
  /** Contacts who can get texts. */
  reachable: z.number().int(),
  sent: z.number().int(),
  sentTexts: z.number().int(),
  delivered: z.number().int(),
  notDelivered: z.number().int(),
  received: z.number().int(),
  /** People who wrote in the range. */
  peopleWhoReplied: z.number().int(),
  activeConversations: z.number().int(),
  /** Conversations with unread messages now. */
  unanswered: z.number().int(),
  optOuts: z.number().int(),
})
export type Totals = z.infer<typeof Totals>

export const analytics = endpoint({
  method: 'GET',
  path: '/user/analytics',
  summary:
    'What was sent, delivered and answered on the days from startDate to endDate in the organization’s time zone; 366 days at most, the last 30 when unset.',
  can: 'analytics.view',
  query: z.object({ startDate: Day.optional(), endDate: Day.optional() }),
  reply: ok({
    billing: Billing,
    range: z.object({ start: Day, end: Day, timeZone: z.string() }),
    totals: Totals,
    /** The same days just before. */
    previous: Totals.pick({ sent: true, delivered: true, received: true, optOuts: true, peopleWhoReplied: true }),
    series: z.array(
      z.object({ date: Day, sent: z.number().int(), delivered: z.number().int(), received: z.number().int() }),
    ),
  }),
})
export type Analytics = z.infer<typeof analytics.reply>
