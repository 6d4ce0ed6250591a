import type {
  CreditGrant,
  CreditNote,
  Customer,
  Invoice,
  MeterEvent,
  StripeEvent,
} from '../../src/simulators/stripe/objects.ts'
import type { StripeState } from '../../src/simulators/stripe/state.ts'

/** The scripted cards. */
export const CARD = {
  pays: '4242424242424242',
  declined: '4000000000000341',
  authentication: '4000002500003155',
}

/** The simulated Stripe of a test app, as a person or an outage uses it. */
export interface TestStripe {
  /** Enters a card on a page of Stripe: checkout, an invoice or the portal. Returns the page that follows. */
  enterCard(url: string, number: string): Promise<{ http: number; location: string | null; html: string }>
  /** Changes the card of a customer without a page; null removes it. */
  setCard(customerId: string, number: string | null): Promise<void>
  /** Ends the current period of a customer, as if some days ago; returns its invoice. */
  endPeriod(customerId: string, daysAgo?: number): Promise<Invoice>
  /** Tries a payment again. */
  retry(invoiceId: string): Promise<boolean>
  /** Issues a credit note. */
  credit(invoiceId: string, cents: number, memo?: string): Promise<CreditNote>
  /** Moves the clock, and does what is due until then. */
  setClock(now: Date): Promise<void>
  behaves(how: {
    webhooks?: 'sent' | 'held'
    isDown?: boolean
    loseAnswers?: boolean
    loseAnswersOf?: string | null
    keepPages?: boolean
    refuses?: string | null
  }): Promise<void>
  /** Sends events again, in this order; returns the answers. */
  sendEvents(ids: string[]): Promise<number[]>
  state(): Promise<StripeState>
  customers(): Promise<Customer[]>
  invoices(): Promise<Invoice[]>
  events(): Promise<StripeEvent[]>
  usage(): Promise<MeterEvent[]>
  /** The credit of a customer. */
  grants(customerId: string): Promise<CreditGrant[]>
}

/** Returns the simulated Stripe of a server at this address. */
export function stripeOf(address: string): TestStripe {
  const base = `${address}/dev/stripe`
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(base + path, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`stripe: ${method} ${path} answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const state = async () => (await ask('GET', '/control/state')) as StripeState
  return {
    enterCard: async (url, number) => {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ number }),
      })
      return { http: answer.status, location: answer.headers.get('location'), html: await answer.text() }
    },
    setCard: async (id, number) => void (await ask('POST', `/control/customers/${id}/card`, { number })),
    endPeriod: async (id, daysAgo = 0) =>
      (await ask('POST', `/control/customers/${id}/end-period`, { daysAgo })) as Invoice,
    retry: async (id) => ((await ask('POST', `/control/invoices/${id}/retry`, {})) as { isPaid: boolean }).isPaid,
    credit: async (id, cents, memo) =>
      (await ask('POST', `/control/invoices/${id}/credit`, { cents, ...(memo ? { memo } : {}) })) as CreditNote,
    setClock: async (now) => void (await ask('POST', '/control/clock', { now: now.toISOString() })),
    behaves: async (how) => void (await ask('PATCH', '/control', how)),
    sendEvents: async (ids) => ((await ask('POST', '/control/events/send', { ids })) as { answers: number[] }).answers,
    state,
    customers: async () => Object.values((await state()).customers),
    invoices: async () => Object.values((await state()).invoices),
    events: async () => (await state()).events,
    grants: async (id) => Object.values((await state()).creditGrants).filter(({ customer }) => customer === id),
    usage: async () => (await state()).meterEvents,
  }
}
