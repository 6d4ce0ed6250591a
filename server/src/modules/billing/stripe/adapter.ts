import { Stripe } from 'stripe'
import type { Config } from '../../../kernel/config.ts'
import type { PaymentProvider, ProviderEvent, ProviderInvoice } from '../provider.ts'
import { pricesOf, readLookupKey } from './catalog.ts'
import { callStripe, openStripe } from './client.ts'
import { grantTopUps, readCredit, startTopUp } from './credit.ts'
import { reportedIn, reportUsage } from './meters.ts'
import { closePages, keepNewest } from './sessions.ts'
import { isMethodMissing, readCard, readCreditNote, readInvoice, readSubscription } from './read.ts'

/** How old the signature of a webhook may be, in seconds. */
const SIGNATURE_MAX_S = 300
/** The invoices that are read: more than eight years of months. */
const INVOICES_MAX = 100

/** Stripe, through its official SDK. */
export function makeStripeProvider(settings: NonNullable<Config['stripe']>, publicUrl: () => string): PaymentProvider {
  const stripe = openStripe(settings, publicUrl)
  return {
    createCustomer: ({ orgId, name, email }) =>
      callStripe(async () => {
        const made = await stripe.customers.create(
          { name, email, metadata: { organization: orgId } },
          { idempotencyKey: `customer-${orgId}` },
        )
        return made.id
      }),
    readCustomer: (customerId) => callStripe(() => readCustomer(stripe, customerId)),
    closePages: (customerId, what) =>
      callStripe(() => closePages(stripe, { customerId, mode: what === 'plan' ? 'subscription' : 'payment' })),
    startCheckout: (order) =>
      callStripe(async () => {
        const prices = await pricesOf(stripe, order.plan)
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: order.customerId,
          line_items: [
            { price: prices.base, quantity: 1 },
            ...(order.extraSeats > 0 ? [{ price: prices.seats, quantity: order.extraSeats }] : []),
            { price: prices.segments },
            { price: prices.mms },
          ],
          subscription_data: {
            billing_cycle_anchor: Math.floor(order.closesAt.getTime() / 1_000),
            metadata: { organization: order.orgId },
          },
          ...(settings.isTaxed
            ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto', name: 'auto' } }
            : {}),
          success_url: order.returnUrl,
          cancel_url: order.returnUrl,
        })
        const url = await keepNewest(stripe, { customerId: order.customerId, mode: 'subscription' })
        return url ?? session.url ?? order.returnUrl
      }),
    startTopUp: (order) => callStripe(() => startTopUp(stripe, order, settings.isTaxed)),
    grantTopUps: (customerId) => callStripe(() => grantTopUps(stripe, customerId)),
    openPortal: (customerId, returnUrl) =>
      callStripe(async () => {
        const { url } = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })
        return url
      }),
    changePlan: (subscriptionId, to) => callStripe(() => changePlan(stripe, subscriptionId, to)),
    setCancellation: (subscriptionId, isCanceled) =>
      callStripe(async () => {
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isCanceled })
      }),
    reportedIn: (minute) => callStripe(() => reportedIn(stripe, minute)),
    reportUsage: (usage) => callStripe(() => reportUsage(stripe, usage)),
    readEvent: (raw, signature, now) => readEvent(stripe, settings.webhookSecret, { raw, signature, now }),
  }
}

async function readCustomer(stripe: Stripe, customerId: string): ReturnType<PaymentProvider['readCustomer']> {
  const customer = await stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] })
  const { data: subscriptions } = await stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 10,
    expand: ['data.default_payment_method'],
  })
  const invoices = await stripe.invoices
    .list({ customer: customerId, limit: INVOICES_MAX })
    .autoPagingToArray({ limit: INVOICES_MAX })
  const notes = await stripe.creditNotes
    .list({ customer: customerId, limit: INVOICES_MAX })
    .autoPagingToArray({ limit: INVOICES_MAX })
  // The newest one that is not over; else the newest.
  const current = subscriptions.find(({ status }) => !['canceled', 'incomplete_expired'].includes(status))
  const subscription = current ?? subscriptions[0]
  const numberOf = (id: string) => invoices.find((invoice) => invoice.id === id)?.number ?? null
  const read = invoices.map(readInvoice).filter((invoice): invoice is ProviderInvoice => invoice !== undefined)
  return {
    subscription: subscription ? readSubscription(subscription) : null,
    isMethodMissing: !customer.deleted && isMethodMissing(customer, subscription),
    card: customer.deleted ? null : readCard(customer, subscription),
    credit: await readCredit(stripe, customerId),
    invoices: [...read, ...notes.map((note) => readCreditNote(note, numberOf))],
  }
}

/** Replaces the prices of a subscription; the difference is on the next invoice. */
async function changePlan(
  stripe: Stripe,
  subscriptionId: string,
  { plan, extraSeats }: Parameters<PaymentProvider['changePlan']>[1],
): Promise<void> {
  const [subscription, prices] = await Promise.all([
    stripe.subscriptions.retrieve(subscriptionId),
    pricesOf(stripe, plan),
  ])
  const items: Stripe.SubscriptionUpdateParams.Item[] = []
  let hasSeats = false
  for (const { id, price, quantity } of subscription.items.data) {
    const kind = readLookupKey(price.lookup_key)?.kind
    if (kind === 'seats') {
      hasSeats = true
      if (extraSeats === 0) items.push({ id, deleted: true })
      else if (price.id !== prices.seats || quantity !== extraSeats)
        items.push({ id, price: prices.seats, quantity: extraSeats })
    } else if (kind && price.id !== prices[kind]) items.push({ id, price: prices[kind] })
  }
  if (!hasSeats && extraSeats > 0) items.push({ price: prices.seats, quantity: extraSeats })
  if (items.length > 0)
    await stripe.subscriptions.update(subscriptionId, { items, proration_behavior: 'create_prorations' })
}

function readEvent(
  stripe: Stripe,
  secret: string,
  { raw, signature, now }: { raw: Buffer; signature: string; now: Date },
): ProviderEvent | 'forged' {
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(raw, signature, secret, SIGNATURE_MAX_S, undefined, now.getTime())
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return 'forged'
    throw error
  }
  const about = event.data.object as { object?: string; id?: string; customer?: string | { id: string } | null }
  const customer = about.object === 'customer' ? about.id : about.customer
  return {
    id: event.id,
    type: event.type,
    customerId: (typeof customer === 'object' ? customer?.id : customer) ?? null,
    createdAt: new Date(event.created * 1_000),
  }
}
