import type { Chance } from './chance.ts'
import type { Evidence } from './checkers.ts'
import { Driver, gather, pause, settled } from './driver.ts'
import type { Stage } from './stage.ts'

/** What one storm did. */
export interface StormReport {
  evidence: Evidence
  isSettled: boolean
  seconds: number
}

/** How a carrier misbehaves, step by step, while texts go out. */
export interface Storm {
  name: string
  steps: { carrier: Record<string, unknown>; forMs: number }[]
}

/** A carrier that is down, then too busy; one that takes texts and breaks off; one that takes them and never answers. */
export const STORMS: Storm[] = [
  {
    name: 'outage, then busy',
    steps: [
      { carrier: { mode: 'outage' }, forMs: 10_000 },
      { carrier: { mode: 'busy429', retryAfterSeconds: 1 }, forMs: 4_000 },
    ],
  },
  { name: 'accepts, then drops the line', steps: [{ carrier: { mode: 'accept_then_drop' }, forMs: 4_000 }] },
  { name: 'accepts, then hangs', steps: [{ carrier: { mode: 'hang' }, forMs: 4_000 }] },
  {
    name: 'accepts, then answers that it is down',
    steps: [{ carrier: { mode: 'outage', outageAfterAccept: true }, forMs: 4_000 }],
  },
]

/** Sends texts through all storms, one after the other, with one process that lives; ends when everything is settled. */
export async function sendThroughStorms(stage: Stage, chance: Chance, perStorm: number): Promise<StormReport> {
  const startedAt = performance.now()
  const driver = new Driver(stage, chance)
  const product = await stage.product()
  for (const storm of STORMS) {
    for (const step of storm.steps) {
      await stage.carrier({ outageAfterAccept: false, ...step.carrier })
      await driver.queue(stage.fast, stage.workers.slice(0, Math.ceil(perStorm / storm.steps.length)))
      await Promise.all([pause(step.forMs), driver.post(chance.one(stage.workers))])
    }
    await stage.carrier({ mode: 'ok', outageAfterAccept: false })
    await driver.queue(stage.fast, stage.workers.slice(0, 20))
  }
  const isSettled = await settled(stage, { withLookup: true, withinMs: 120_000 })
  const evidence = await gather(stage, driver.driven)
  product.signal('SIGTERM')
  await product.ended
  return { evidence, isSettled, seconds: (performance.now() - startedAt) / 1000 }
}

/** Sends texts to phones whose receipts come twice or in the wrong order, some before the answer to the hand-off itself. */
export async function sendThroughBadReceipts(stage: Stage, chance: Chance, texts: number): Promise<StormReport> {
  const startedAt = performance.now()
  const driver = new Driver(stage, chance)
  const product = await stage.product()
  const workers = stage.workers.slice(0, texts)
  for (const worker of workers) {
    // A phone exists for the carrier only once it has a name.
    await name(stage, worker.phone)
    await stage.phone(worker.phone, { receipts: chance.one(['doubled', 'shuffled'] as const) })
  }
  // Receipts are posted the moment a text is taken, while the answer to the hand-off is on its way: some overtake it.
  await stage.carrier({ mode: 'ok', latencyMs: 0, receiptDelayMs: 0 })
  await driver.queue(stage.fast, workers)
  await settled(stage, { withLookup: true, withinMs: 30_000 })
  await stage.carrier({ receiptDelayMs: 300 })
  await driver.queue(stage.fast, workers)
  const isSettled = await settled(stage, { withLookup: true, withinMs: 30_000 })
  // The second receipts come after the first have settled everything.
  await pause(1_000)
  const evidence = await gather(stage, driver.driven)
  product.signal('SIGTERM')
  await product.ended
  return { evidence, isSettled, seconds: (performance.now() - startedAt) / 1000 }
}

async function name(stage: Stage, phone: string): Promise<void> {
  const answer = await fetch(`${stage.carrierUrl}/control/handsets/${encodeURIComponent(phone)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: phone }),
  })
  await answer.arrayBuffer()
}
