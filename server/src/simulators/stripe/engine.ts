import { outcomeOf } from './cards.ts'
import { takeCredit } from './grants.ts'
import { nextNumber, taxesOn } from './amounts.ts'
import { listOf, type Customer, type Invoice, type InvoiceLine, type Price, type Subscription } from './objects.ts'
import { makeId, type StripeState } from './state.ts'

const HOUR_S = 3_600
const DAY_S = 86_400
/** Days after the first failed payment on which it is tried again. */
const RETRY_DAYS = [1, 3, 5]
/** Announces that an object changed. */
export type Emit = (type: string, object: unknown) => void

/** What the engine works with; `url` is where the hosted pages are. */
export interface Engine {
  state: StripeState
  emit: Emit
  url: () => string
  now: () => number
}

/** Does everything that is due: ends periods, finalizes drafts, tries payments again. Earlier moments come first. */
export function advance(engine: Engine): void {
  for (let next = nextDue(engine); next && next.at <= engine.now(); next = nextDue(engine)) next.run()
}

function nextDue(engine: Engine): { at: number; run: () => void } | undefined {
  const due: { at: number; run: () => void }[] = []
  for (const subscription of Object.values(engine.state.subscriptions)) {
    if (subscription.status === 'canceled') continue
    const at = periodOf(subscription).end
    due.push({ at, run: () => endPeriod(engine, subscription, at) })
  }
  for (const invoice of Object.values(engine.state.invoices)) {
    const { automatically_finalizes_at: finalizeAt, next_payment_attempt: tryAt } = invoice
    if (invoice.status === 'draft' && finalizeAt)
      due.push({ at: finalizeAt, run: () => finalize(engine, invoice, finalizeAt) })
    if (invoice.status === 'open' && tryAt) due.push({ at: tryAt, run: () => tryPayment(engine, invoice, tryAt) })
  }
  return due.toSorted((a, b) => a.at - b.at)[0]
}

/** Returns the current period of a subscription, in seconds. */
export function periodOf(subscription: Subscription): { start: number; end: number } {
  const [item] = subscription.items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

/** Begins a subscription: the first period ends at the anchor and is charged in part. */
export function beginSubscription(
  engine: Engine,
  customer: Customer,
  order: {
    lineItems: { price: string; quantity?: number }[]
    anchor: number
    isTaxed: boolean
    metadata: Record<string, string>
  },
): Subscription {
  const { state, emit } = engine
  const now = engine.now()
  const id = makeId(state, 'sub')
  const subscription: Subscription = {
    id,
    object: 'subscription',
    customer: customer.id,
    status: 'active',
    created: now,
    start_date: now,
    billing_cycle_anchor: order.anchor,
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    automatic_tax: { enabled: order.isTaxed },
    collection_method: 'charge_automatically',
    default_payment_method: customer.invoice_settings.default_payment_method,
    currency: 'usd',
    metadata: order.metadata,
    items: listOf(
      order.lineItems.map(({ price, quantity }) => ({
        id: makeId(state, 'si'),
        object: 'subscription_item' as const,
        price: state.prices[price] as Price,
        ...(quantity === undefined ? {} : { quantity }),
        current_period_start: now,
        current_period_end: order.anchor,
      })),
      `/v1/subscription_items?subscription=${id}`,
    ),
    livemode: false,
  }
  state.subscriptions[id] = subscription
  const whole = now - monthBefore(order.anchor)
  const share = (order.anchor - now) / Math.max(1, order.anchor - now + whole)
  const lines = licensedLines(engine, subscription, { start: now, end: order.anchor }, share)
  const invoice = draft(engine, subscription, { at: now, usageUntil: 0 })
  invoice.lines.data = lines
  // The buyer is on the page and can confirm.
  finalize(engine, invoice, now, true)
  emit('customer.subscription.created', subscription)
  return subscription
}

/** Ends a period: the draft of its invoice is open for an hour, in which late usage still counts. */
export function endPeriod(engine: Engine, subscription: Subscription, at: number, usageUntil = at): Invoice {
  const { emit } = engine
  const next = { start: at, end: monthAfter(subscription.billing_cycle_anchor, at) }
  const invoice = draft(engine, subscription, { at, usageUntil })
  if (subscription.cancel_at_period_end) {
    subscription.status = 'canceled'
    subscription.canceled_at = at
    emit('customer.subscription.deleted', subscription)
    return invoice
  }
  invoice.lines.data = licensedLines(engine, subscription, next, 1)
  for (const item of subscription.items.data) {
    item.current_period_start = next.start
    item.current_period_end = next.end
  }
  emit('customer.subscription.updated', subscription)
  return invoice
}

function draft(
  engine: Engine,
  subscription: Subscription,
  { at, usageUntil }: { at: number; usageUntil: number },
): Invoice {
  const { state, emit } = engine
  const id = makeId(state, 'in')
  const customer = state.customers[subscription.customer]
  const invoice: Invoice = {
    id,
    object: 'invoice',
    customer: subscription.customer,
    customer_name: customer?.name ?? null,
    customer_email: customer?.email ?? null,
    number: null,
    status: 'draft',
    created: at,
    due_date: null,
    currency: 'usd',
    subtotal: 0,
    total: 0,
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    total_taxes: [],
    total_pretax_credit_amounts: [],
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    collection_method: 'charge_automatically',
    hosted_invoice_url: null,
    invoice_pdf: null,
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null },
    lines: listOf<InvoiceLine>([], `/v1/invoices/${id}/lines`),
    livemode: false,
    automatically_finalizes_at: at + HOUR_S,
    usageUntil,
  }
  state.invoices[id] = invoice
  emit('invoice.created', invoice)
  return invoice
}

/** Makes a draft an open invoice: adds the usage of its period and the taxes, and tries to charge it. */
export function finalize(engine: Engine, invoice: Invoice, at: number, isPresent = false): void {
  const { state, emit } = engine
  const subscription = state.subscriptions[subscriptionOf(invoice)]
  if (!subscription) return
  const metered = meteredLines(engine, subscription, invoice)
  invoice.lines.data = [...metered, ...invoice.lines.data]
  invoice.total_pretax_credit_amounts = takeCredit(
    state,
    invoice.customer,
    metered.reduce((sum, line) => sum + line.amount, 0),
  )
  const credit = invoice.total_pretax_credit_amounts.reduce((sum, { amount }) => sum + amount, 0)
  invoice.subtotal = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0)
  invoice.total_taxes = subscription.automatic_tax.enabled ? taxesOn(invoice.subtotal - credit) : []
  invoice.total = invoice.subtotal - credit + invoice.total_taxes.reduce((sum, tax) => sum + tax.amount, 0)
  invoice.amount_due = invoice.total
  invoice.amount_remaining = invoice.total
  invoice.number = nextNumber(state)
  invoice.status = 'open'
  invoice.automatically_finalizes_at = null
  invoice.status_transitions.finalized_at = at
  invoice.hosted_invoice_url = `${engine.url()}/pay/${invoice.id}`
  invoice.invoice_pdf = `${engine.url()}/pay/${invoice.id}/pdf`
  emit('invoice.finalized', invoice)
  tryPayment(engine, invoice, at, isPresent)
}

/** The subscription of an invoice; empty for a single payment. */
function subscriptionOf({ parent }: Invoice): string {
  return parent?.subscription_details.subscription ?? ''
}

/** Tries to charge the card of the customer; `isPresent` when its owner is on the page and can confirm. */
export function tryPayment(engine: Engine, invoice: Invoice, at: number, isPresent = false): boolean {
  const { state, emit } = engine
  if (invoice.status !== 'open') return invoice.status === 'paid'
  const subscription = state.subscriptions[subscriptionOf(invoice)]
  const methodId = state.customers[invoice.customer]?.invoice_settings.default_payment_method
  const method = methodId ? state.paymentMethods[methodId] : undefined
  const outcome = method ? outcomeOf(method.card) : 'declined'
  invoice.attempted = true
  if (invoice.total <= 0 || outcome === 'pays' || (outcome === 'authentication' && isPresent)) {
    markPaid(engine, invoice, at)
    return true
  }
  // A payment on the page is not one of the automatic tries.
  if (!isPresent) {
    invoice.attempt_count += 1
    const first = invoice.status_transitions.finalized_at ?? at
    const day = RETRY_DAYS[invoice.attempt_count - 1]
    invoice.next_payment_attempt = day === undefined ? null : Math.max(at + HOUR_S, first + day * DAY_S)
    if (subscription && subscription.status !== 'canceled') {
      subscription.status = day === undefined ? 'unpaid' : 'past_due'
      emit('customer.subscription.updated', subscription)
    }
  }
  if (outcome === 'authentication') emit('invoice.payment_action_required', invoice)
  emit('invoice.payment_failed', invoice)
  return false
}

function markPaid({ state, emit }: Engine, invoice: Invoice, at: number): void {
  invoice.status = 'paid'
  invoice.attempt_count += 1
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = at
  emit('invoice.paid', invoice)
  const subscription = state.subscriptions[subscriptionOf(invoice)]
  if (!subscription || !['past_due', 'unpaid'].includes(subscription.status)) return
  const isOwing = Object.values(state.invoices).some(
    (one) => one.status === 'open' && subscriptionOf(one) === subscription.id,
  )
  if (isOwing) return
  subscription.status = 'active'
  emit('customer.subscription.updated', subscription)
}

function licensedLines(
  { state }: Engine,
  subscription: Subscription,
  period: { start: number; end: number },
  share: number,
): InvoiceLine[] {
  return subscription.items.data
    .filter((item) => item.price.recurring.usage_type === 'licensed' && (item.quantity ?? 1) > 0)
    .map((item) =>
      lineOf(state, item.price, {
        amount: Math.round((item.price.unit_amount ?? 0) * (item.quantity ?? 1) * share),
        quantity: item.quantity ?? 1,
        period,
      }),
    )
}

/** Bills every event before the end of the period that no invoice bills yet. */
function meteredLines({ state }: Engine, subscription: Subscription, invoice: Invoice): InvoiceLine[] {
  return subscription.items.data
    .filter((item) => item.price.recurring.usage_type === 'metered')
    .flatMap((item) => {
      const meter = state.meters[item.price.recurring.meter ?? '']
      const events = state.meterEvents.filter(
        (event) =>
          event.event_name === meter?.event_name &&
          event.payload['stripe_customer_id'] === subscription.customer &&
          event.billedOn === undefined &&
          event.timestamp < invoice.usageUntil,
      )
      if (invoice.usageUntil === 0) return []
      for (const event of events) event.billedOn = invoice.id
      const quantity = events.reduce((sum, event) => sum + Number(event.payload['value']), 0)
      const period = { start: subscription.start_date, end: invoice.usageUntil }
      return [lineOf(state, item.price, { amount: tieredAmount(item.price, quantity), quantity, period })]
    })
}

function tieredAmount({ tiers, unit_amount: unit }: Price, quantity: number): number {
  if (tiers.length === 0) return quantity * (unit ?? 0)
  let amount = 0
  let from = 0
  for (const tier of tiers) {
    const to = tier.up_to ?? Number.POSITIVE_INFINITY
    amount += Math.max(0, Math.min(quantity, to) - from) * tier.unit_amount
    from = to
  }
  return amount
}

function lineOf(
  state: StripeState,
  price: Price,
  line: { amount: number; quantity: number; period: { start: number; end: number } },
): InvoiceLine {
  return {
    id: makeId(state, 'il'),
    object: 'line_item',
    currency: price.currency,
    description: state.products[price.product]?.name ?? price.product,
    pricing: { type: 'price_details', price_details: { price: price.id, product: price.product } },
    ...line,
  }
}

/** The next moment after `at` on the day and time of the anchor. */
function monthAfter(anchor: number, at: number): number {
  const day = new Date(anchor * 1_000)
  for (let months = 0; ; months += 1) {
    const next = Date.UTC(
      day.getUTCFullYear(),
      day.getUTCMonth() + months,
      day.getUTCDate(),
      day.getUTCHours(),
      day.getUTCMinutes(),
      day.getUTCSeconds(),
    )
    if (next / 1_000 > at) return next / 1_000
  }
}

function monthBefore(anchor: number): number {
  const day = new Date(anchor * 1_000)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, day.getUTCDate(), day.getUTCHours()) / 1_000
}
