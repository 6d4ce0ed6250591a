import type { FastifyInstance, FastifyReply } from 'fastify'
import { advance, beginSubscription, tryPayment, type Engine } from './engine.ts'
import { payTopUp } from './credit.ts'
import { cardOf, outcomeOf, TEST_CARDS } from './cards.ts'
import { textOf, type Fields } from './form.ts'
import type { CheckoutSession, Customer, Invoice } from './objects.ts'
import { makeId } from './state.ts'

/** Mounts the pages that Stripe hosts: checkout, the payment of an invoice, and the customer portal. */
export function mountPages(app: FastifyInstance, engine: Engine, save: () => void): void {
  const { state } = engine
  app.get('/checkout/:id', async (request, reply) => {
    const session = state.sessions[(request.params as { id: string }).id]
    if (session?.status !== 'open') return notFound(reply)
    const title = titleOfCheckout(session)
    return html(reply, title, cardForm(title))
  })
  app.post('/checkout/:id', async (request, reply) => {
    const session = state.sessions[(request.params as { id: string }).id]
    const customer = session && state.customers[session.customer]
    if (session?.status !== 'open' || !customer) return notFound(reply)
    const title = titleOfCheckout(session)
    const accepted = ['pays', 'authentication']
    const fields = request.body as Fields
    // A single payment leaves the card of the customer as it is.
    const problem =
      session.mode === 'payment' ? problemOf(fields, accepted) : attachCard(engine, customer, fields, accepted)
    if (problem) return html(reply, title, cardForm(title, problem))
    if (session.mode === 'payment') payTopUp(engine, session)
    else session.subscription = beginSubscription(engine, customer, session).id
    session.status = 'complete'
    engine.emit('checkout.session.completed', session)
    save()
    return reply.redirect(session.success_url, 303)
  })
  app.get('/pay/:id', async (request, reply) => {
    advance(engine)
    const invoice = state.invoices[(request.params as { id: string }).id]
    if (!invoice) return notFound(reply)
    if (invoice.status !== 'open') return html(reply, titleOf(invoice), '<p>This invoice is paid.</p>')
    return html(reply, titleOf(invoice), cardForm(`Pay ${amountOf(invoice)}`))
  })
  app.post('/pay/:id', async (request, reply) => {
    const invoice = state.invoices[(request.params as { id: string }).id]
    const customer = invoice && state.customers[invoice.customer]
    if (!invoice || !customer) return notFound(reply)
    const problem = attachCard(engine, customer, request.body as Fields)
    const isPaid = !problem && tryPayment(engine, invoice, engine.now(), true)
    save()
    if (isPaid) return html(reply, titleOf(invoice), '<p>Thanks. This invoice is paid.</p>')
    return html(reply, titleOf(invoice), cardForm(`Pay ${amountOf(invoice)}`, problem ?? 'Your card was declined.'))
  })
  app.get('/portal/:id', async (request, reply) => {
    const portal = state.portals[(request.params as { id: string }).id]
    return portal ? html(reply, 'Payment method', cardForm('Save card')) : notFound(reply)
  })
  app.post('/portal/:id', async (request, reply) => {
    const portal = state.portals[(request.params as { id: string }).id]
    const customer = portal && state.customers[portal.customer]
    if (!portal || !customer) return notFound(reply)
    const problem = attachCard(engine, customer, request.body as Fields)
    if (problem) return html(reply, 'Payment method', cardForm('Save card', problem))
    save()
    return reply.redirect(portal.return_url, 303)
  })
}

function titleOfCheckout({ mode, amount_total: cents }: CheckoutSession): string {
  return mode === 'payment' ? `Pay $${((cents ?? 0) / 100).toFixed(2)}` : 'Subscribe'
}

function problemOf(fields: Fields, accepted?: string[]): string | undefined {
  const card = cardOf(textOf(fields, 'number') ?? '')
  if (!card) return 'Your card number is not one of the test cards.'
  return accepted && !accepted.includes(outcomeOf(card)) ? 'Your card was declined.' : undefined
}

/** Makes a card the one that a customer is charged with; returns what is wrong with it. */
export function attachCard(
  { state, emit }: Engine,
  customer: Customer,
  fields: Fields,
  accepted?: string[],
): string | undefined {
  const card = cardOf(textOf(fields, 'number') ?? '')
  const problem = problemOf(fields, accepted)
  if (!card || problem) return problem
  const id = makeId(state, 'pm')
  state.paymentMethods[id] = { id, object: 'payment_method', type: 'card', customer: customer.id, card }
  chargeWith(state, customer, id)
  emit('customer.updated', customer)
  return undefined
}

/** Removes the card of a customer. */
export function detachCard({ state, emit }: Engine, customer: Customer): void {
  const method = state.paymentMethods[customer.invoice_settings.default_payment_method ?? '']
  chargeWith(state, customer, null)
  if (method) emit('payment_method.detached', method)
  emit('customer.updated', customer)
}

function chargeWith(state: Engine['state'], customer: Customer, method: string | null): void {
  customer.invoice_settings.default_payment_method = method
  for (const subscription of Object.values(state.subscriptions))
    if (subscription.customer === customer.id) subscription.default_payment_method = method
}

function titleOf({ number }: Invoice): string {
  return `Invoice ${number ?? ''}`
}

function amountOf({ amount_remaining: cents }: Invoice): string {
  return `$${(cents / 100).toFixed(2)}`
}

function cardForm(button: string, problem = ''): string {
  const cards = TEST_CARDS.map(
    ({ number, label }) => `<option value="${number}">${number.replace(/(\d{4})(?=\d)/g, '$1 ')} ${label}</option>`,
  )
  return `${problem ? `<p role="alert" class="problem">${problem}</p>` : ''}<form method="post"><label>Card<select name="number">${cards.join('')}</select></label><button>${button}</button></form>`
}

function notFound(reply: FastifyReply): FastifyReply {
  return html(reply.code(404), 'Not found', '<p>This page does not exist or was used already.</p>')
}

function html(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>body{font:16px/24px system-ui,sans-serif;max-width:420px;margin:48px auto;padding:0 16px;color:#16191d;background:#fff}h1{font-size:24px}label{display:block;margin:16px 0}select,button{display:block;width:100%;box-sizing:border-box;font:inherit;padding:12px;margin-top:4px;border-radius:6px;border:1px solid #6b7280}button{background:#1f5fd0;color:#fff;border:0;font-weight:600}.problem{color:#b42318}.note{color:#5c6470}</style></head><body><main><h1>${title}</h1>${body}<p class="note">This page stands in for Stripe. No card is charged.</p></main></body></html>`,
    )
}
