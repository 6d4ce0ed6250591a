import type { Chance } from './chance.ts'
import type { Evidence } from './checkers.ts'
import { Driver, gather, pause, settled } from './driver.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The result of one storm. */
export interface StormReport {
  evidence: Evidence
  isSettled: boolean
  seconds: number
}

/** A carrier's faults, step by step, while messages are sent. */
export interface Storm {
  name: string
  steps: { carrier: Record<string, unknown>; forMs: number }[]
}

/**
 * Carriers that are down, then busy; that accept messages and drop the connection; that accept them and never respond.
 */
export const STORMS: Storm[] = [
  {
    name: 'outage, then busy',
    steps: [
      { carrier: { mode: 'outage' }, forMs: 10_000 },
      { carrier: { mode: 'busy429', retryAfterSeconds: 1 }, forMs: 4_000 },
    ],
  },
  { name: 'accepts, then drops the connection', steps: [{ carrier: { mode: 'accept_then_drop' }, forMs: 4_000 }] },
  { name: 'accepts, then hangs', steps: [{ carrier: { mode: 'hang' }, forMs: 4_000 }] },
  {
    name: 'accepts, then reports an outage',
    steps: [{ carrier: { mode: 'outage', outageAfterAccept: true }, forMs: 4_000 }],
  },
]

/**
 * Sends messages through all storms, one after the other, with one surviving process; ends when everything is settled.
 */
export async function sendThroughStorms(
  environment: TestEnvironment,
  chance: Chance,
  perStorm: number,
): Promise<StormReport> {
  const startedAt = performance.now()
  const driver = new Driver(environment, chance)
  const product = await environment.product()
  for (const storm of STORMS) {
    for (const step of storm.steps) {
      await environment.carrier({ outageAfterAccept: false, ...step.carrier })
      await driver.queue(environment.fast, environment.contacts.slice(0, Math.ceil(perStorm / storm.steps.length)))
      await Promise.all([pause(step.forMs), driver.post(chance.pick(environment.contacts))])
    }
    await environment.carrier({ mode: 'ok', outageAfterAccept: false })
    await driver.queue(environment.fast, environment.contacts.slice(0, 20))
  }
  const isSettled = await settled(environment, { withLookup: true, withinMs: 120_000 })
  const evidence = await gather(environment, driver.driven)
  product.signal('SIGTERM')
  await product.ended
  return { evidence, isSettled, seconds: (performance.now() - startedAt) / 1000 }
}

/**
 * Sends messages to phones whose receipts arrive twice or out of order, some before the response to the hand-off
 * itself.
 */
export async function sendThroughBadReceipts(
  environment: TestEnvironment,
  chance: Chance,
  texts: number,
): Promise<StormReport> {
  const startedAt = performance.now()
  const driver = new Driver(environment, chance)
  const product = await environment.product()
  const contacts = environment.contacts.slice(0, texts)
  for (const contact of contacts) {
    // A phone exists at the carrier only once it has a name.
    await name(environment, contact.phone)
    await environment.phone(contact.phone, { receipts: chance.pick(['doubled', 'shuffled'] as const) })
  }
  // Receipts are posted the moment a message is accepted, while the response to the hand-off is on its way: some
  // overtake it.
  await environment.carrier({ mode: 'ok', latencyMs: 0, receiptDelayMs: 0 })
  await driver.queue(environment.fast, contacts)
  await settled(environment, { withLookup: true, withinMs: 30_000 })
  await environment.carrier({ receiptDelayMs: 300 })
  await driver.queue(environment.fast, contacts)
  const isSettled = await settled(environment, { withLookup: true, withinMs: 30_000 })
  // The second receipts arrive after the first ones have settled everything.
  await pause(1_000)
  const evidence = await gather(environment, driver.driven)
  product.signal('SIGTERM')
  await product.ended
  return { evidence, isSettled, seconds: (performance.now() - startedAt) / 1000 }
}

/** Gives a phone a name, with which it exists at the carrier. */
export async function name(environment: TestEnvironment, phone: string): Promise<void> {
  const answer = await fetch(`${environment.carrierUrl}/control/handsets/${encodeURIComponent(phone)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: phone }),
  })
  await answer.arrayBuffer()
}
