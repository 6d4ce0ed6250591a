import { z } from 'zod'
import { APP_KEYS } from './app-keys.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { CREDIT_CHOICES_CENTS, SPENDING_CAP_MAX_CENTS } from './billing-limits.ts'
import { pageOf, pageQuery } from './paging.ts'

const Cents = z.number().int().describe('An amount in the smallest unit of its currency, such as cents.')
const Currency = z.string().length(3).describe('An ISO 4217 code in lower case, such as usd.')

/** The plans that an organization can choose. */
export const PlanKey = z.enum(['starter', 'team', 'growth'])
export type PlanKey = z.infer<typeof PlanKey>

/** What a plan costs in a month, and what it includes. */
export const Plan = z.object({
  key: PlanKey,
  monthlyCents: Cents,
  seats: z.number().int().describe('Teammates included.'),
  seatCents: Cents.describe('For each further teammate.'),
  segments: z.number().int().describe('Segments included in a calendar month.'),
  segmentCents: Cents.describe('For each further segment.'),
  mms: z.number().int().describe('MMS included in a calendar month.'),
  mmsCents: Cents.describe('For each further MMS.'),
  apps: z
    .array(z.enum(APP_KEYS))
    .describe('The apps it includes. The others are closed, as if they were off, and keep their data.'),
})
export type Plan = z.infer<typeof Plan>

/**
 * Where an organization stands: `none` is not billed, `past_due` has an unpaid invoice and still works, `blocked` has to
 * pay first, `canceled` has no plan any more.
 */
export const BillingStatus = z.enum(['none', 'trialing', 'active', 'past_due', 'blocked', 'canceled'])
export type BillingStatus = z.infer<typeof BillingStatus>

/** The use of one kind of message in the current month. */
const Metered = z.object({
  used: z.number().int(),
  included: z.number().int().nullable().describe('Null without a plan.'),
  forecast: z.number().int().describe('The whole month at the current rate.'),
  overage: z.number().int().describe('What is billed on top of the plan.'),
})

/** An unpaid invoice: how much, since when, and what happens next. */
export const PastDue = z.object({
  invoiceId: Id,
  invoiceNumber: z.string(),
  cents: Cents,
  currency: Currency,
  since: Instant,
  blockAt: Instant.describe('From when reading and sending is blocked.'),
  suspendAt: Instant.describe('From when the organization is suspended.'),
  releaseAt: Instant.nullable().describe(
    'When the numbers that were bought here are released, after three warnings. Null without such numbers.',
  ),
  releasedAt: Instant.nullable().describe('When they were released.'),
  numbers: z.array(z.string()).describe('The numbers that were bought here and are released at `releaseAt`.'),
  releasedNumbers: z.array(z.string()).describe('Those that went back to their carrier already.'),
  nextTryAt: Instant.nullable().describe('When the payment is tried again by itself.'),
  stage: z.number().int().min(1).max(4).describe('How many payments failed, at most 4.'),
})
export type PastDue = z.infer<typeof PastDue>

/** The plan of an organization, what it uses, and what it owes. */
export const BillingOverview = z.object({
  isSetUp: z.boolean().describe('Whether this installation takes payments.'),
  status: BillingStatus,
  missing: z
    .enum(['plan', 'payment_method'])
    .nullable()
    .describe('What must be added to go on; until then members only read.'),
  plan: Plan.nullable(),
  plans: z.array(Plan).describe('The plans to choose from.'),
  appsInUse: z.array(z.enum(APP_KEYS)).describe('Apps that a plan may leave out, are on, and hold something.'),
  currency: Currency,
  seats: z.object({ used: z.number().int(), included: z.number().int().nullable() }),
  usage: z.object({
    segments: Metered,
    mms: Metered,
    overageCents: Cents,
    forecastOverageCents: Cents,
    periodStart: Instant,
    periodEnd: Instant,
    level: z.enum(['ok', 'warn', 'critical', 'over']).describe('The worse of segments and MMS, as `usage` says it.'),
  }),
  spendingCapCents: Cents.nullable().describe(
    'Broadcasts pause when the overage of a month that credit does not pay for reaches this; null for none.',
  ),
  isCapReached: z.boolean(),
  paymentMethod: z
    .object({ brand: z.string(), last4: z.string(), expMonth: z.number().int(), expYear: z.number().int() })
    .nullable(),
  contacts: z.array(z.object({ userId: Id, firstname: z.string(), lastname: z.string(), email: z.string() })),
  trialEndsAt: Instant.nullable(),
  cancelAt: Instant.nullable().describe('When the plan ends, after a cancellation.'),
  creditCents: Cents.describe('Prepaid credit that is left. It pays for overage before anything is charged.'),
  nextInvoice: z
    .object({
      cents: Cents,
      creditCents: Cents.describe('What credit pays of the overage so far; not in the amount.'),
      at: Instant,
    })
    .nullable()
    .describe('An estimate without taxes.'),
  pastDue: PastDue.nullable(),
})
export type BillingOverview = z.infer<typeof BillingOverview>

export const readBilling = endpoint({
  method: 'GET',
  path: '/organization/billing',
  viewing: 'allowed',
  summary:
    'Returns the plan, the usage and overage of this month, seats, payment method, billing contacts, the next invoice and the amount past due. Works while the organization is past due.',
  pastDue: 'allowed',
  can: 'billing.manage',
  apiKeys: 'refused',
  reply: ok({ billing: BillingOverview }),
})

/** An invoice or a credit note. */
export const Invoice = z.object({
  id: Id,
  kind: z.enum(['invoice', 'credit_note']),
  number: z.string(),
  date: Instant,
  dueAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  cents: Cents.describe('The total with taxes; negative for a credit note.'),
  taxCents: Cents,
  creditCents: Cents.describe('What prepaid credit paid, before taxes; not in the total.'),
  owedCents: Cents.describe('What is still to be paid.'),
  currency: Currency,
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
})
export type Invoice = z.infer<typeof Invoice>

export const invoiceList = endpoint({
  method: 'GET',
  path: '/organization/invoice-list',
  viewing: 'allowed',
  summary: 'Lists invoices and credit notes, the newest first. Works while the organization is past due.',
  pastDue: 'allowed',
  can: 'billing.manage',
  apiKeys: 'refused',
  query: z.object(pageQuery),
  reply: ok({ ...pageOf(Invoice), total: z.number().int() }),
})

export const invoiceFile = endpoint({
  method: 'GET',
  path: '/organization/invoice/{id}/file',
  summary: 'Returns an invoice or a credit note as a PDF with its lines and taxes.',
  pastDue: 'allowed',
  can: 'billing.manage',
  apiKeys: 'refused',
  answers: 'file',
  params: z.object({ id: Id }),
  reply: z.unknown(),
})

export const pastDueNotice = endpoint({
  method: 'GET',
  path: '/organization/past-due',
  summary:
    'Returns whether the organization has an unpaid invoice or is blocked for it. Only members who can pay get the amount.',
  pastDue: 'allowed',
  can: 'team.read',
  reply: ok({ isPastDue: z.boolean(), isBlocked: z.boolean(), pastDue: PastDue.nullable() }),
})

const address = ok({ url: z.string().describe('A page of the payment service that takes over from here.') })

export const startCheckout = endpoint({
  method: 'POST',
  path: '/organization/billing/checkout',
  summary: 'Starts the purchase of a plan: returns the page on which a card is entered.',
  pastDue: 'allowed',
  can: 'billing.manage',
  apiKeys: 'refused',
  fails: ['billing_not_set_up', 'plan_exists', 'page_open', 'payment_refused'],
  body: z.strictObject({ plan: PlanKey }),
  reply: address,
})

export const openPortal = endpoint({
  method: 'POST',
  path: '/organization/billing/portal',
  summary: 'Returns the page on which the payment method and the billing address are changed. Needs a recent proof.',
  pastDue: 'allowed',
  can: 'billing.manage',
  apiKeys: 'refused',
  fails: ['billing_not_set_up', 'plan_missing', 'proof_needed', 'payment_refused'],
  reply: address,
})

export const payInvoice = endpoint({
  method: 'POST',
  path: '/organization/billing/pay',
  summary: 'Returns the page on which the oldest unpaid invoice is paid.',
  pastDue: 'allowed',
  can: 'billing.manage',
  apiKeys: 'refused',
  fails: ['billing_not_set_up', 'nothing_to_pay'],
  reply: address,
})

export const startTopUp = endpoint({
  method: 'POST',
  path: '/organization/billing/top-up',
  summary:
    'Starts the purchase of prepaid credit: returns the page on which it is paid. Credit pays for overage before anything is charged. Refused while an invoice is unpaid.',
  can: 'billing.manage',
  apiKeys: 'refused',
  fails: ['billing_not_set_up', 'plan_missing', 'payment_due', 'credit_full', 'page_open', 'payment_refused'],
  body: z.strictObject({ cents: z.literal(CREDIT_CHOICES_CENTS).describe('The credit, before taxes.') }),
  reply: address,
})

export const editBilling = endpoint({
  method: 'PATCH',
  path: '/organization/billing',
  summary:
    'Changes the spending cap, the plan, or whether the plan ends with its period. Raising the cap resumes the broadcasts that it paused. The plan and its end need a recent proof.',
  pastDue: 'allowed',
  can: 'billing.manage',
  apiKeys: 'refused',
  fails: ['billing_not_set_up', 'plan_missing', 'proof_needed', 'payment_refused'],
  body: z.strictObject({
    spendingCapCents: z.number().int().min(0).max(SPENDING_CAP_MAX_CENTS).nullable().optional(),
    plan: PlanKey.optional(),
    isCanceled: z.boolean().optional().describe('True ends the plan with its period, false keeps it.'),
  }),
  reply: ok({ billing: BillingOverview, resumedBroadcasts: z.number().int() }),
})
