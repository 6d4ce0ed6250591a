// The objects of Stripe's API, version 2026-10-28, with the fields that the simulator plays. Times are Unix seconds.

export interface Card {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

export interface Customer {
  id: string
  object: 'customer'
  created: number
  name: string | null
  email: string | null
  metadata: Record<string, string>
  invoice_settings: { default_payment_method: string | null }
  livemode: false
}

export interface Price {
  id: string
  object: 'price'
  active: true
  currency: string
  lookup_key: string | null
  product: string
  type: 'recurring'
  billing_scheme: 'per_unit' | 'tiered'
  unit_amount: number | null
  tiers_mode: 'graduated' | null
  tiers: { up_to: number | null; unit_amount: number }[]
  recurring: { interval: 'month'; interval_count: 1; usage_type: 'licensed' | 'metered'; meter: string | null }
  livemode: false
}

export interface Meter {
  id: string
  object: 'billing.meter'
  event_name: string
  display_name: string
  status: 'active'
  livemode: false
}

export interface MeterEvent {
  object: 'billing.meter_event'
  event_name: string
  identifier: string
  payload: Record<string, string>
  timestamp: number
  created: number
  livemode: false
  /** The invoice that bills it. */
  billedOn?: string
}

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  price: Price
  quantity?: number
  current_period_start: number
  current_period_end: number
}

export interface Subscription {
  id: string
  object: 'subscription'
  customer: string
  status: 'active' | 'past_due' | 'unpaid' | 'canceled'
  created: number
  start_date: number
  billing_cycle_anchor: number
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  automatic_tax: { enabled: boolean }
  collection_method: 'charge_automatically'
  default_payment_method: string | null
  currency: string
  metadata: Record<string, string>
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string }
  livemode: false
}

export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  currency: string
  description: string
  quantity: number
  period: { start: number; end: number }
  pricing: { type: 'price_details'; price_details: { price: string; product: string } }
}

export interface TaxLine {
  amount: number
  tax_behavior: 'exclusive'
  taxable_amount: number
  taxability_reason: 'standard_rated'
  type: 'tax_rate_details'
  tax_rate_details: { tax_rate: string }
}

export interface Invoice {
  id: string
  object: 'invoice'
  customer: string
  customer_name: string | null
  customer_email: string | null
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  created: number
  due_date: number | null
  currency: string
  subtotal: number
  total: number
  amount_due: number
  amount_paid: number
  amount_remaining: number
  total_taxes: TaxLine[]
  /** What credit grants paid, before taxes. */
  total_pretax_credit_amounts: {
    amount: number
    type: 'credit_balance_transaction'
    credit_balance_transaction: string
  }[]
  attempt_count: number
  attempted: boolean
  next_payment_attempt: number | null
  collection_method: 'charge_automatically'
  hosted_invoice_url: string | null
  invoice_pdf: string | null
  /** Null for the invoice of a single payment. */
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } } | null
  status_transitions: { finalized_at: number | null; paid_at: number | null; voided_at: number | null }
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false; url: string }
  livemode: false
  /** When a draft becomes an open invoice. */
  automatically_finalizes_at: number | null
  /** The usage up to this moment is on it. */
  usageUntil: number
}

export interface CreditNote {
  id: string
  object: 'credit_note'
  customer: string
  invoice: string
  number: string
  status: 'issued'
  created: number
  currency: string
  subtotal: number
  total: number
  amount: number
  total_taxes: TaxLine[]
  memo: string | null
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false; url: string }
  livemode: false
}

export interface PaymentMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string
  card: Card
}

export interface CheckoutSession {
  id: string
  object: 'checkout.session'
  created: number
  mode: 'subscription' | 'payment'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  /** Without and with taxes, of a payment. */
  amount_subtotal: number | null
  amount_total: number | null
  currency: string | null
  customer: string
  subscription: string | null
  url: string | null
  success_url: string
  cancel_url: string
  livemode: false
  lineItems: { price: string; quantity?: number }[]
  anchor: number
  isTaxed: boolean
  metadata: Record<string, string>
}

/** Credit of a customer, which pays for usage before anything is charged. */
export interface CreditGrant {
  id: string
  object: 'billing.credit_grant'
  amount: { type: 'monetary'; monetary: { value: number; currency: string } }
  applicability_config: { scope: { price_type: 'metered' } }
  category: 'paid' | 'promotional'
  created: number
  updated: number
  customer: string
  customer_account: null
  effective_at: number
  expires_at: null
  livemode: false
  metadata: Record<string, string>
  name: string | null
  priority: number
  test_clock: null
  voided_at: number | null
  /** What invoices used of it, in cents. */
  usedCents: number
}

export interface PortalSession {
  id: string
  object: 'billing_portal.session'
  customer: string
  return_url: string
  url: string
  livemode: false
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  data: { object: unknown }
  livemode: false
  pending_webhooks: number
  request: null
}

/** A list as Stripe answers it. */
export function listOf<T>(data: T[], url: string, hasMore = false) {
  return { object: 'list' as const, data, has_more: hasMore as false, url }
}
