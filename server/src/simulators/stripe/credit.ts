import { customerOf, missing, page, Refused, required, type Mounts } from './calls.ts'
import { nextNumber, taxesOn } from './amounts.ts'
import type { Engine } from './engine.ts'
import { entriesOf, partOf, textOf, textsOf, type Fields } from './form.ts'
import { creditLeft } from './grants.ts'
import { listOf, type CheckoutSession, type CreditGrant } from './objects.ts'
import { makeId } from './state.ts'

/** Mounts what prepaid credit is made of: paid checkouts, grants and balances. */
export function mountCredit(engine: Engine, { get, post }: Mounts, faults: { keepPages: boolean }): void {
  const { state } = engine
  get('/v1/checkout/sessions', (fields) => {
    const [customer, status] = [textOf(fields, 'customer'), textOf(fields, 'status')]
    const found = Object.values(state.sessions).filter(
      (session) => session.customer === customer && (status === undefined || session.status === status),
    )
    return page(found.toReversed(), fields)
  })
  post('/v1/checkout/sessions/:id/expire', (_fields, { id = '' }) => {
    const session = state.sessions[id] ?? missing('checkout.session', id)
    if (session.status !== 'open')
      throw new Refused(400, 'resource_missing', 'Only Checkout Sessions with a status in ["open"] can be expired.')
    if (faults.keepPages) throw new Refused(400, 'lock_timeout', 'This Checkout Session is used by another request.')
    session.status = 'expired'
    engine.emit('checkout.session.expired', session)
    return session
  })
  post('/v1/billing/credit_grants', (fields) => grantCredit(engine, fields))
  get('/v1/billing/credit_grants', (fields) => {
    const customer = textOf(fields, 'customer')
    const found = Object.values(state.creditGrants).filter((grant) => grant.customer === customer)
    return page(found.toReversed(), fields)
  })
  get('/v1/billing/credit_balance_summary', (fields) => {
    const customer = customerOf(engine, fields).id
    const scope = partOf(partOf(fields, 'filter'), 'applicability_scope')
    if (textOf(scope, 'price_type') !== 'metered')
      throw new Refused(400, 'parameter_missing', 'Missing required param: filter.', 'filter')
    const balance = { type: 'monetary', monetary: { value: creditLeft(state, customer), currency: 'usd' } }
    return {
      object: 'billing.credit_balance_summary',
      customer,
      customer_account: null,
      livemode: false,
      // A customer who never had credit has no balance.
      balances: Object.values(state.creditGrants).some((grant) => grant.customer === customer)
        ? [{ available_balance: balance, ledger_balance: balance }]
        : [],
    }
  })
}

function grantCredit(engine: Engine, fields: Fields): CreditGrant {
  const { state, now, emit } = engine
  const monetary = partOf(partOf(fields, 'amount'), 'monetary')
  const value = Number(required(monetary, 'value'))
  if (!Number.isInteger(value) || value <= 0)
    throw new Refused(400, 'parameter_invalid_integer', 'The value must be positive.', 'amount[monetary][value]')
  const scope = partOf(partOf(fields, 'applicability_config'), 'scope')
  if (textOf(scope, 'price_type') !== 'metered')
    throw new Refused(400, 'parameter_missing', 'Missing required param: price_type.', 'applicability_config')
  const id = makeId(state, 'credgr')
  const grant: CreditGrant = {
    id,
    object: 'billing.credit_grant',
    amount: { type: 'monetary', monetary: { value, currency: required(monetary, 'currency') } },
    applicability_config: { scope: { price_type: 'metered' } },
    category: textOf(fields, 'category') === 'promotional' ? 'promotional' : 'paid',
    created: now(),
    updated: now(),
    customer: customerOf(engine, fields).id,
    customer_account: null,
    effective_at: now(),
    expires_at: null,
    livemode: false,
    metadata: textsOf(fields, 'metadata'),
    name: textOf(fields, 'name') ?? null,
    priority: 50,
    test_clock: null,
    voided_at: null,
    usedCents: 0,
  }
  state.creditGrants[id] = grant
  emit('billing.credit_grant.created', grant)
  return grant
}

/** Begins a single payment. */
export function createTopUp(engine: Engine, fields: Fields): CheckoutSession {
  const { state } = engine
  const id = makeId(state, 'cs')
  const [item] = entriesOf(fields, 'line_items')
  const price = partOf(item ?? {}, 'price_data')
  const product = required(price, 'product')
  if (!state.products[product]) missing('product', product)
  const cents = Number(required(price, 'unit_amount')) * Number(textOf(item ?? {}, 'quantity') ?? 1)
  const isTaxed = textOf(partOf(fields, 'automatic_tax'), 'enabled') === 'true'
  const taxes = isTaxed ? taxesOn(cents) : []
  return (state.sessions[id] = {
    id,
    object: 'checkout.session',
    created: engine.now(),
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: cents,
    amount_total: cents + taxes.reduce((sum, { amount }) => sum + amount, 0),
    currency: required(price, 'currency'),
    customer: customerOf(engine, fields).id,
    subscription: null,
    url: `${engine.url()}/checkout/${id}`,
    success_url: required(fields, 'success_url'),
    cancel_url: required(fields, 'cancel_url'),
    livemode: false,
    lineItems: [{ price: product, quantity: 1 }],
    anchor: 0,
    isTaxed,
    metadata: textsOf(fields, 'metadata'),
  })
}

/** Takes the payment of a checkout and issues its invoice. */
export function payTopUp(engine: Engine, session: CheckoutSession): void {
  const { state, now, emit } = engine
  const id = makeId(state, 'in')
  const customer = state.customers[session.customer]
  const [subtotal, total] = [session.amount_subtotal ?? 0, session.amount_total ?? 0]
  const [item] = session.lineItems
  const product = item?.price ?? ''
  const at = now()
  session.payment_status = 'paid'
  const line = {
    id: makeId(state, 'il'),
    object: 'line_item' as const,
    amount: subtotal,
    currency: session.currency ?? 'usd',
    description: state.products[product]?.name ?? product,
    quantity: 1,
    period: { start: at, end: at },
    pricing: { type: 'price_details' as const, price_details: { price: product, product } },
  }
  state.invoices[id] = {
    id,
    object: 'invoice',
    customer: session.customer,
    customer_name: customer?.name ?? null,
    customer_email: customer?.email ?? null,
    number: nextNumber(state),
    status: 'paid',
    created: at,
    due_date: null,
    currency: session.currency ?? 'usd',
    subtotal,
    total,
    amount_due: total,
    amount_paid: total,
    amount_remaining: 0,
    total_taxes: session.isTaxed ? taxesOn(subtotal) : [],
    total_pretax_credit_amounts: [],
    attempt_count: 0,
    attempted: true,
    next_payment_attempt: null,
    collection_method: 'charge_automatically',
    hosted_invoice_url: `${engine.url()}/pay/${id}`,
    invoice_pdf: `${engine.url()}/pay/${id}/pdf`,
    parent: null,
    status_transitions: { finalized_at: at, paid_at: at, voided_at: null },
    lines: listOf([line], `/v1/invoices/${id}/lines`),
    livemode: false,
    automatically_finalizes_at: null,
    usageUntil: 0,
  }
  emit('invoice.paid', state.invoices[id])
}
