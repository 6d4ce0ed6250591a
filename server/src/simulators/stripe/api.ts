import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { customerOf, missing, page, Refused, required, type Handler, type Mounts } from './calls.ts'
import { createTopUp, mountCredit } from './credit.ts'
import { advance, periodOf, type Engine } from './engine.ts'
import { entriesOf, partOf, textOf, textsOf, type Fields } from './form.ts'
import { listOf, type Customer, type Meter, type Price, type Subscription } from './objects.ts'
import { makeId } from './state.ts'

/** Stripe accepts usage of the past 35 days, and up to 5 minutes ahead. */
const USAGE_PAST_S = 35 * 86_400
const USAGE_AHEAD_S = 300
/** For how long identifiers of usage are remembered. */
const IDENTIFIERS_KEPT_S = 86_400
/** Stripe may forget idempotency keys after a day. */
const KEYS_KEPT_S = 86_400

/** What the API can be made to do. */
export interface ApiFaults {
  /** Every call is answered with 500. */
  isDown: boolean
  /** Calls are done, but their answer is lost. */
  loseAnswers: boolean
  /** Calls of this path are done, but their answer is lost. */
  loseAnswersOf: string | null
  /** Calls that change something whose path contains this are refused. */
  refuses: string | null
  /** Open pages cannot be closed, as while a payment on them is on its way. */
  keepPages: boolean
}

/** Mounts the part of Stripe's API that the product uses, under /v1. */
export function mountApi(
  app: FastifyInstance,
  engine: Engine,
  { key, faults, save }: { key: string; faults: ApiFaults; save: () => void },
): void {
  const { state } = engine
  const answer = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (faults.isDown) return reply.code(500).send(errorBody('api_error', 'The simulator plays an outage'))
    if (request.headers.authorization !== `Bearer ${key}`)
      return reply.code(401).send(errorBody('invalid_request_error', 'Invalid API Key provided'))
    advance(engine)
    const path = request.url.split('?')[0] ?? ''
    if (faults.refuses !== null && request.method === 'POST' && path.includes(faults.refuses))
      return reply.code(400).send(errorBody('invalid_request_error', 'The simulator plays a refusal'))
    const repeat = request.headers['idempotency-key']
    const kept = typeof repeat === 'string' && request.method === 'POST' ? state.answers[repeat] : undefined
    const known = kept && kept.at > engine.now() - KEYS_KEPT_S ? kept : undefined
    if (known && known.path !== path)
      return reply.code(400).send(errorBody('idempotency_error', 'Keys for idempotent requests can only be used once'))
    const { status, body } = known ?? run(handler, request)
    if (typeof repeat === 'string' && request.method === 'POST' && status < 500)
      state.answers[repeat] = { at: engine.now(), path, status, body }
    save()
    if (faults.loseAnswers || faults.loseAnswersOf === path.slice(path.indexOf('/v1/'))) return reply.code(502).send('')
    return reply.code(status).send(body)
  }
  const get = (path: string, handler: Handler) => app.get(path, answer(handler))
  const post = (path: string, handler: Handler) => app.post(path, answer(handler))

  post('/v1/customers', (fields) => createCustomer(engine, fields))
  get('/v1/customers/:id', (fields, { id = '' }) => expandedCustomer(engine, id, fields))
  mountCatalog(engine, { get, post })
  mountCredit(engine, { get, post }, faults)
  post('/v1/billing/meter_events', (fields) => recordUsage(engine, fields))
  post('/v1/checkout/sessions', (fields) =>
    textOf(fields, 'mode') === 'payment' ? createTopUp(engine, fields) : createCheckout(engine, fields),
  )
  post('/v1/billing_portal/sessions', (fields) => {
    const id = makeId(state, 'bps')
    const portal = {
      id,
      object: 'billing_portal.session' as const,
      customer: customerOf(engine, fields).id,
      return_url: required(fields, 'return_url'),
      url: `${engine.url()}/portal/${id}`,
      livemode: false as const,
    }
    return (state.portals[id] = portal)
  })
  get('/v1/subscriptions', (fields) => {
    const customer = textOf(fields, 'customer')
    const found = Object.values(state.subscriptions).filter((subscription) => subscription.customer === customer)
    const isExpanded = Object.values(partOf(fields, 'expand')).includes('data.default_payment_method')
    return listOf(
      found.toReversed().map((subscription) => (isExpanded ? withMethod(engine, subscription) : subscription)),
      '/v1/subscriptions',
    )
  })
  get('/v1/subscriptions/:id', (_fields, { id = '' }) => state.subscriptions[id] ?? missing('subscription', id))
  post('/v1/subscriptions/:id', (fields, { id = '' }) => updateSubscription(engine, id, fields))
  get('/v1/invoices', (fields) => {
    const customer = textOf(fields, 'customer')
    return page(
      Object.values(state.invoices)
        .filter((invoice) => invoice.customer === customer)
        .toReversed(),
      fields,
    )
  })
  get('/v1/credit_notes', (fields) => {
    const customer = textOf(fields, 'customer')
    return page(
      Object.values(state.creditNotes)
        .filter((note) => note.customer === customer)
        .toReversed(),
      fields,
    )
  })
}

/** Mounts what plans are made of: products, prices and meters. */
function mountCatalog(engine: Engine, { get, post }: Mounts): void {
  const { state } = engine
  get('/v1/prices', (fields) => {
    const keys = Object.values(partOf(fields, 'lookup_keys'))
    const found = Object.values(state.prices).filter((price) => price.lookup_key && keys.includes(price.lookup_key))
    return listOf(found, '/v1/prices')
  })
  post('/v1/products', (fields) => {
    const id = textOf(fields, 'id') ?? makeId(state, 'prod')
    if (state.products[id]) throw new Refused(400, 'resource_already_exists', 'Product already exists.')
    return (state.products[id] = { id, object: 'product', name: textOf(fields, 'name') ?? '' })
  })
  post('/v1/prices', (fields) => createPrice(engine, fields))
  get('/v1/billing/meters/:id/event_summaries', (fields, { id = '' }) => summarize(engine, id, fields))
  get('/v1/billing/meters', () => listOf(Object.values(state.meters), '/v1/billing/meters'))
  post('/v1/billing/meters', (fields): Meter => {
    const id = makeId(state, 'mtr')
    return (state.meters[id] = {
      id,
      object: 'billing.meter',
      event_name: required(fields, 'event_name'),
      display_name: required(fields, 'display_name'),
      status: 'active',
      livemode: false,
    })
  })
}

function run(handler: Handler, request: FastifyRequest): { status: number; body: unknown } {
  const fields = (request.method === 'GET' ? queryOf(request) : request.body) as Fields
  try {
    return { status: 200, body: handler(fields ?? {}, request.params as Record<string, string>) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { status: error.status, body: errorBody('invalid_request_error', error.message, error.code, error.param) }
  }
}

function queryOf(request: FastifyRequest): Fields {
  return (request.query as { fields?: Fields }).fields ?? {}
}

function errorBody(type: string, message: string, code?: string, param?: string) {
  return { error: { type, message, ...(code ? { code } : {}), ...(param ? { param } : {}) } }
}

function createCustomer({ state, now }: Engine, fields: Fields): Customer {
  const id = makeId(state, 'cus')
  return (state.customers[id] = {
    id,
    object: 'customer',
    created: now(),
    name: textOf(fields, 'name') ?? null,
    email: textOf(fields, 'email') ?? null,
    metadata: textsOf(fields, 'metadata'),
    invoice_settings: { default_payment_method: null },
    livemode: false,
  })
}

function expandedCustomer({ state }: Engine, id: string, fields: Fields) {
  const customer = state.customers[id] ?? missing('customer', id)
  const isExpanded = Object.values(partOf(fields, 'expand')).includes('invoice_settings.default_payment_method')
  const method = customer.invoice_settings.default_payment_method
  if (!isExpanded || !method) return customer
  return { ...customer, invoice_settings: { default_payment_method: state.paymentMethods[method] } }
}

function withMethod({ state }: Engine, subscription: Subscription) {
  const method = state.paymentMethods[subscription.default_payment_method ?? ''] ?? null
  return { ...subscription, default_payment_method: method }
}

function createPrice({ state }: Engine, fields: Fields): Price {
  const recurring = partOf(fields, 'recurring')
  const lookupKey = textOf(fields, 'lookup_key') ?? null
  const older = Object.values(state.prices).find((price) => price.lookup_key === lookupKey)
  if (older && lookupKey && textOf(fields, 'transfer_lookup_key') === 'true') older.lookup_key = null
  const id = makeId(state, 'price')
  const tiers = entriesOf(fields, 'tiers').map((tier) => ({
    up_to: textOf(tier, 'up_to') === 'inf' ? null : Number(textOf(tier, 'up_to')),
    unit_amount: Number(textOf(tier, 'unit_amount') ?? 0),
  }))
  return (state.prices[id] = {
    id,
    object: 'price',
    active: true,
    currency: required(fields, 'currency'),
    lookup_key: lookupKey,
    product: required(fields, 'product'),
    type: 'recurring',
    billing_scheme: tiers.length > 0 ? 'tiered' : 'per_unit',
    unit_amount: tiers.length > 0 ? null : Number(required(fields, 'unit_amount')),
    tiers_mode: tiers.length > 0 ? 'graduated' : null,
    tiers,
    recurring: {
      interval: 'month',
      interval_count: 1,
      usage_type: textOf(recurring, 'usage_type') === 'metered' ? 'metered' : 'licensed',
      meter: textOf(recurring, 'meter') ?? null,
    },
    livemode: false,
  })
}

/** Records usage once for each identifier of the past day. */
function recordUsage({ state, now }: Engine, fields: Fields) {
  const identifier = required(fields, 'identifier')
  const timestamp = Number(textOf(fields, 'timestamp') ?? now())
  const payload = textsOf(fields, 'payload')
  if (!/^\d+$/.test(payload['value'] ?? '')) throw new Refused(400, 'value_invalid', 'The value must be a number.')
  if (timestamp < now() - USAGE_PAST_S || timestamp > now() + USAGE_AHEAD_S)
    throw new Refused(400, 'timestamp_invalid', 'The timestamp must be within the past 35 days.', 'timestamp')
  if (state.meterEvents.some((event) => event.identifier === identifier && event.created > now() - IDENTIFIERS_KEPT_S))
    throw new Refused(400, 'duplicate_meter_event', `An event already exists with identifier ${identifier}.`)
  const event = {
    object: 'billing.meter_event' as const,
    event_name: required(fields, 'event_name'),
    identifier,
    payload,
    timestamp,
    created: now(),
    livemode: false as const,
  }
  state.meterEvents.push(event)
  return event
}

/** Adds up the usage of a customer between two minutes. */
function summarize({ state }: Engine, id: string, fields: Fields) {
  const meter = state.meters[id] ?? missing('meter', id)
  const customer = required(fields, 'customer')
  const [from, to] = [Number(required(fields, 'start_time')), Number(required(fields, 'end_time'))]
  if (from % 60 !== 0 || to % 60 !== 0)
    throw new Refused(400, 'parameter_invalid', 'Times must be aligned with minute boundaries.', 'start_time')
  const events = state.meterEvents.filter(
    (event) =>
      event.event_name === meter.event_name &&
      event.payload['stripe_customer_id'] === customer &&
      event.timestamp >= from &&
      event.timestamp < to,
  )
  const summary = {
    id: makeId(state, 'mtrusg'),
    object: 'billing.meter_event_summary',
    aggregated_value: events.reduce((sum, event) => sum + Number(event.payload['value']), 0),
    start_time: from,
    end_time: to,
    meter: id,
    livemode: false,
  }
  return listOf(events.length > 0 ? [summary] : [], `/v1/billing/meters/${id}/event_summaries`)
}

function createCheckout(engine: Engine, fields: Fields) {
  const { state } = engine
  const id = makeId(state, 'cs')
  const lineItems = entriesOf(fields, 'line_items').map((item) => {
    const price = required(item, 'price')
    if (!state.prices[price]) missing('price', price)
    const quantity = textOf(item, 'quantity')
    return { price, ...(quantity === undefined ? {} : { quantity: Number(quantity) }) }
  })
  const subscription = partOf(fields, 'subscription_data')
  return (state.sessions[id] = {
    id,
    object: 'checkout.session',
    created: engine.now(),
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: null,
    amount_total: null,
    currency: null,
    customer: customerOf(engine, fields).id,
    subscription: null,
    url: `${engine.url()}/checkout/${id}`,
    success_url: required(fields, 'success_url'),
    cancel_url: required(fields, 'cancel_url'),
    livemode: false,
    lineItems,
    anchor: Number(required(subscription, 'billing_cycle_anchor')),
    isTaxed: textOf(partOf(fields, 'automatic_tax'), 'enabled') === 'true',
    metadata: textsOf(subscription, 'metadata'),
  })
}

function updateSubscription(engine: Engine, id: string, fields: Fields): Subscription {
  const { state, emit } = engine
  const subscription = state.subscriptions[id] ?? missing('subscription', id)
  if (subscription.status === 'canceled') throw new Refused(404, 'resource_missing', 'The subscription is canceled.')
  const { start, end } = periodOf(subscription)
  for (const change of entriesOf(fields, 'items')) {
    const itemId = textOf(change, 'id')
    const item = subscription.items.data.find((one) => one.id === itemId)
    if (textOf(change, 'deleted') === 'true') {
      subscription.items.data = subscription.items.data.filter((one) => one !== item)
      continue
    }
    const priceId = textOf(change, 'price')
    const price = priceId === undefined ? undefined : (state.prices[priceId] ?? missing('price', priceId))
    const quantity = textOf(change, 'quantity')
    if (item && price) item.price = price
    if (item && quantity !== undefined) item.quantity = Number(quantity)
    if (item || !price) continue
    subscription.items.data.push({
      id: makeId(state, 'si'),
      object: 'subscription_item',
      price,
      ...(quantity === undefined ? {} : { quantity: Number(quantity) }),
      current_period_start: start,
      current_period_end: end,
    })
  }
  const isEnding = textOf(fields, 'cancel_at_period_end')
  if (isEnding !== undefined) {
    subscription.cancel_at_period_end = isEnding === 'true'
    subscription.cancel_at = isEnding === 'true' ? end : null
  }
  emit('customer.subscription.updated', subscription)
  return subscription
}
