import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { carriersOf, type Carrier } from '../carriers/index.ts'
import { everyLine, type Line } from '../lines/index.ts'
import { receive } from '../messages/index.ts'
import { incomingOf } from './ears.ts'
import { systemScope } from './scope.ts'

const MINUTE_MS = 60_000
/** What each sweep looks back over, in ms: six times as long as the time between two. */
const SWEEP_BACK_MS = 30 * MINUTE_MS
/** What the sweep of the night, and that of a start, look back over, in ms. */
const DAY_BACK_MS = 26 * 60 * MINUTE_MS
/** Carriers asked at the same time. */
const AT_ONCE = 4
/** Texts received in one transaction. */
const BATCH = 200

/**
 * Asks every carrier that can list them for the texts of the last while, and receives those whose call never came. They
 * bear the keys of the call, so one that did come, before or after, is the same text. Answers how many were missing.
 */
export async function sweep(kernel: Kernel, backMs: number): Promise<number> {
  const system = kernel.database.asSystem('texts whose call was lost are looked for on every line')
  const carriers = carriersOf(kernel.config, kernel.world)
  const waiting = (await everyLine(system, kernel.seal)).filter(
    (line) => carriers.get(line.carrier)?.list !== undefined,
  )
  let missing = 0
  const work = async (): Promise<void> => {
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      try {
        missing += await sweepLine(kernel, line, carriers.get(line.carrier) as Carrier, backMs)
      } catch (error) {
        kernel.log.warn({ err: (error as Error).message, line: line.id }, 'a line could not be swept, later again')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (missing > 0) kernel.log.warn({ missing }, 'texts whose call was lost were received late')
  return missing
}

async function sweepLine(kernel: Kernel, line: Line, carrier: Carrier, backMs: number): Promise<number> {
  const until = kernel.world.now()
  // What its number heard before it was ours is nobody's business here.
  const since = new Date(Math.max(until.getTime() - backMs, line.createdAt.getTime()))
  const texts = (await carrier.list?.(line.credentials, { since, until, to: line.phone })) ?? []
  const incoming = texts.map((text) => incomingOf(line, text))
  const { scope, name } = await systemScope(kernel, line.orgId, 'sweep')
  let missing = 0
  for (let at = 0; at < incoming.length; at += BATCH)
    missing += await scope.tx((tx) => receive(tx, name, incoming.slice(at, at + BATCH)))
  return missing
}

/** Looks once over what came while nobody was there to be called. */
export async function sweepAtStart(kernel: Kernel): Promise<Running> {
  const swept = sweep(kernel, DAY_BACK_MS).catch((error: unknown) =>
    kernel.log.warn({ err: (error as Error).message }, 'the sweep at the start failed; the next one comes soon'),
  )
  return { stop: async () => void (await swept) }
}

/** What the way in needs by the clock. */
export const crons = [
  defineCron({
    name: 'delivery.sweep',
    at: '*/5 * * * *',
    run: async (kernel) => void (await sweep(kernel, SWEEP_BACK_MS)),
  }),
  defineCron({
    name: 'delivery.sweep-day',
    at: '40 4 * * *',
    run: async (kernel) => void (await sweep(kernel, DAY_BACK_MS)),
  }),
]
