import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type {
  CheckoutSession,
  CreditGrant,
  CreditNote,
  Customer,
  Invoice,
  Meter,
  MeterEvent,
  PaymentMethod,
  PortalSession,
  Price,
  StripeEvent,
  Subscription,
} from './objects.ts'

/** Everything the simulator knows. It is one JSON file, so that a restart continues where it stopped. */
export interface StripeState {
  /** How far the clock was moved ahead, in seconds. */
  aheadS: number
  count: number
  customers: Record<string, Customer>
  products: Record<string, { id: string; object: 'product'; name: string }>
  prices: Record<string, Price>
  meters: Record<string, Meter>
  meterEvents: MeterEvent[]
  paymentMethods: Record<string, PaymentMethod>
  subscriptions: Record<string, Subscription>
  invoices: Record<string, Invoice>
  creditNotes: Record<string, CreditNote>
  creditGrants: Record<string, CreditGrant>
  sessions: Record<string, CheckoutSession>
  portals: Record<string, PortalSession>
  events: StripeEvent[]
  /** Answers by idempotency key. */
  answers: Record<string, { at: number; path: string; status: number; body: unknown }>
}

function emptyState(): StripeState {
  return {
    aheadS: 0,
    count: 0,
    customers: {},
    products: {},
    prices: {},
    meters: {},
    meterEvents: [],
    paymentMethods: {},
    subscriptions: {},
    invoices: {},
    creditNotes: {},
    creditGrants: {},
    sessions: {},
    portals: {},
    events: [],
    answers: {},
  }
}

/** Opens the state of a file, or a new one; without a file it is kept in memory. */
export function openState(file?: string): { state: StripeState; save: () => void } {
  if (!file) return { state: emptyState(), save: () => {} }
  const state = { ...emptyState(), ...readState(file) }
  return {
    state,
    save: () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(state))
      renameSync(`${file}.new`, file)
    },
  }
}

function readState(file: string): Partial<StripeState> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<StripeState>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Makes an id as Stripe does: a prefix and 24 letters and digits. */
export function makeId(state: StripeState, prefix: string): string {
  state.count += 1
  return `${prefix}_${state.count.toString(36).padStart(6, '0')}${Math.random().toString(36).slice(2, 11).padEnd(9, '0')}Sim`
}
