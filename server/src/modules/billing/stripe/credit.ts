import type { Stripe } from 'stripe'
import { CURRENCY } from '../plan-rules.ts'
import type { PaymentProvider, ProviderCustomer } from '../provider.ts'
import { ensureProduct } from './catalog.ts'
import { keepNewest } from './sessions.ts'

/** The purchases and grants that are read, more than an organization makes in years. */
const READ_MAX = 1_000
/** Under this key, sessions are marked as purchases of credit, and grants name their session. */
const SESSION_KEY = 'top_up'

/** Starts a single payment for credit; the invoice of the payment is issued by Stripe. */
export async function startTopUp(
  stripe: Stripe,
  { customerId, orgId, cents, returnUrl }: Parameters<PaymentProvider['startTopUp']>[0],
  isTaxed: boolean,
): Promise<string> {
  const product = await ensureProduct(stripe, 'crewline_credit', 'Prepaid credit')
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customerId,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: CURRENCY, product, unit_amount: cents, tax_behavior: 'exclusive' },
      },
    ],
    metadata: { organization: orgId, [SESSION_KEY]: String(cents) },
    invoice_creation: { enabled: true },
    ...(isTaxed ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto', name: 'auto' } } : {}),
    success_url: returnUrl,
    cancel_url: returnUrl,
  })
  return (await keepNewest(stripe, { customerId, mode: 'payment' })) ?? session.url ?? returnUrl
}

/**
 * Grants what was paid. Each grant names its session, so that a later run finds it; the idempotency key, which Stripe
 * keeps for a day, covers two runs at once and lost answers.
 */
export async function grantTopUps(stripe: Stripe, customerId: string): Promise<void> {
  const sessions = await stripe.checkout.sessions
    .list({ customer: customerId, status: 'complete', limit: 100 })
    .autoPagingToArray({ limit: READ_MAX })
  const paid = sessions.filter(
    ({ mode, payment_status: status, metadata }) => mode === 'payment' && status === 'paid' && metadata?.[SESSION_KEY],
  )
  if (paid.length === 0) return
  const granted = new Set((await grantsOf(stripe, customerId)).map(({ metadata }) => metadata[SESSION_KEY]))
  for (const { id, amount_subtotal: value } of paid.toReversed()) {
    if (granted.has(id) || !value) continue
    await stripe.billing.creditGrants.create(
      {
        customer: customerId,
        name: 'Prepaid credit',
        category: 'paid',
        amount: { type: 'monetary', monetary: { value, currency: CURRENCY } },
        applicability_config: { scope: { price_type: 'metered' } },
        metadata: { [SESSION_KEY]: id },
      },
      { idempotencyKey: `credit-${id}` },
    )
  }
}

/** Reads the credit that is left, and all that was bought. */
export async function readCredit(stripe: Stripe, customerId: string): Promise<ProviderCustomer['credit']> {
  const grants = await grantsOf(stripe, customerId)
  if (grants.length === 0) return { leftCents: 0, boughtCents: 0 }
  const { balances } = await stripe.billing.creditBalanceSummaries.retrieve({
    customer: customerId,
    filter: { type: 'applicability_scope', applicability_scope: { price_type: 'metered' } },
  })
  const left = balances.map(({ available_balance: { monetary } }) => monetary)
  return {
    leftCents: left.reduce((sum, money) => sum + (money?.currency === CURRENCY ? money.value : 0), 0),
    boughtCents: grants
      .filter(({ metadata }) => metadata[SESSION_KEY])
      .reduce((sum, { amount }) => sum + (amount.monetary?.value ?? 0), 0),
  }
}

function grantsOf(stripe: Stripe, customerId: string): Promise<Stripe.Billing.CreditGrant[]> {
  return stripe.billing.creditGrants.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: READ_MAX })
}
