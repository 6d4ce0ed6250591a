import type { FastifyInstance } from 'fastify'
import { taxesOn } from './amounts.ts'
import { advance, endPeriod, finalize, tryPayment, type Engine } from './engine.ts'
import type { ApiFaults } from './api.ts'
import { attachCard, detachCard } from './pages.ts'
import { listOf } from './objects.ts'
import { makeId } from './state.ts'
import type { Webhooks } from './webhooks.ts'

const DAY_S = 86_400

/** Mounts what a test or a person scripts: the clock, cards, ends of periods, faults, and every event again. */
export function mountControl(
  app: FastifyInstance,
  engine: Engine,
  { webhooks, faults, save }: { webhooks: Webhooks; faults: ApiFaults; save: () => void },
): void {
  const { state } = engine
  const customerNamed = (id: string) => state.customers[id] ?? notFound(id)
  app.get('/control/state', async () => state)
  app.patch('/control', async (request) => {
    const { webhooks: mode, ...changes } = request.body as Partial<ApiFaults> & { webhooks?: Webhooks['mode'] }
    if (mode) webhooks.mode = mode
    Object.assign(faults, changes)
    return { ...faults, webhooks: webhooks.mode }
  })
  /** Moves the clock, and does everything that is due until then. */
  app.post('/control/clock', async (request) => {
    const { now } = request.body as { now: string }
    state.aheadS = 0
    state.aheadS = Math.round(Date.parse(now) / 1_000) - engine.now()
    advance(engine)
    save()
    return { now: engine.now() }
  })
  app.post('/control/customers/:id/card', async (request) => {
    const customer = customerNamed((request.params as { id: string }).id)
    const { number } = request.body as { number: string | null }
    const problem = number === null ? detachCard(engine, customer) : attachCard(engine, customer, { number })
    save()
    return { problem: problem ?? null }
  })
  /** Ends the current period now, with the usage until now, as if that had been some days ago. */
  app.post('/control/customers/:id/end-period', async (request) => {
    const { id } = customerNamed((request.params as { id: string }).id)
    const { daysAgo = 0 } = request.body as { daysAgo?: number }
    const subscription = Object.values(state.subscriptions).find((one) => one.customer === id) ?? notFound(id)
    const at = engine.now() - daysAgo * DAY_S
    const { current_period_end: end } = subscription.items.data[0] ?? { current_period_end: 0 }
    const invoice = endPeriod(engine, subscription, at, engine.now() + 1)
    for (const item of subscription.items.data) item.current_period_end = end
    finalize(engine, invoice, at)
    advance(engine)
    save()
    return invoice
  })
  mountInvoices(app, engine, save)
  mountEvents(app, engine, webhooks)
}

function mountInvoices(app: FastifyInstance, engine: Engine, save: () => void): void {
  const { state } = engine
  app.post('/control/invoices/:id/retry', async (request) => {
    const { id } = request.params as { id: string }
    const invoice = state.invoices[id] ?? notFound(id)
    const isPaid = tryPayment(engine, invoice, engine.now())
    save()
    return { isPaid }
  })
  app.post('/control/invoices/:id/credit', async (request) => {
    const { id } = request.params as { id: string }
    const invoice = state.invoices[id] ?? notFound(id)
    const { cents, memo = null } = request.body as { cents: number; memo?: string | null }
    const noteId = makeId(state, 'cn')
    const taxes = invoice.total_taxes.length > 0 ? taxesOn(cents) : []
    const total = cents + taxes.reduce((sum, tax) => sum + tax.amount, 0)
    const [line] = invoice.lines.data
    const note = {
      id: noteId,
      object: 'credit_note' as const,
      customer: invoice.customer,
      invoice: id,
      number: `${invoice.number ?? ''}-CN-${String(Object.keys(state.creditNotes).length + 1).padStart(2, '0')}`,
      status: 'issued' as const,
      created: engine.now(),
      currency: invoice.currency,
      subtotal: cents,
      total,
      amount: total,
      total_taxes: taxes,
      memo,
      lines: listOf(
        line ? [{ ...line, id: makeId(state, 'cnli'), amount: cents, description: memo ?? line.description }] : [],
        `/v1/credit_notes/${noteId}/lines`,
      ),
      livemode: false as const,
    }
    state.creditNotes[noteId] = note
    engine.emit('credit_note.created', note)
    save()
    return note
  })
}

function mountEvents(app: FastifyInstance, { state }: Engine, webhooks: Webhooks): void {
  /** Sends events again, in the given order; each may be named several times. Returns the answers. */
  app.post('/control/events/send', async (request) => {
    const { ids } = request.body as { ids: string[] }
    const answers: number[] = []
    for (const id of ids) {
      const event = state.events.find((one) => one.id === id) ?? notFound(id)
      answers.push(await webhooks.send(event))
    }
    return { answers }
  })
}

function notFound(id: string): never {
  throw Object.assign(new Error(`the simulator has no ${id}`), { statusCode: 404 })
}
