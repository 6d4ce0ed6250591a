import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { carriersOf, type Carrier } from '../carriers/index.ts'
import { everyLine, type Line } from '../lines/index.ts'
import { receive, unknownEvents } from '../messages/index.ts'
import { incomingKey, incomingOf } from './webhook-handler.ts'
import { systemScope } from './scope.ts'

const MINUTE_MS = 60_000
/** How far back each regular backfill looks, in ms: six times the interval. */
const BACKFILL_WINDOW_MS = 30 * MINUTE_MS
/** How far back the nightly and the startup backfill look, in ms. */
const DAY_BACK_MS = 26 * 60 * MINUTE_MS
/** Concurrent carrier requests. */
const AT_ONCE = 4
/** Messages stored per transaction. */
const BATCH = 200

/**
 * Lists recent messages at every carrier that supports it and stores those whose webhook was lost. They have the same
 * keys as webhooks, so duplicates are ignored. Returns how many were missing.
 */
export async function backfill(kernel: Kernel, backMs: number): Promise<number> {
  const system = kernel.database.asSystem('missed webhooks of every line are backfilled')
  const carriers = carriersOf(kernel.config, kernel.world)
  const waiting = (await everyLine(system, kernel.encryption)).filter(
    (line) => carriers.get(line.carrier)?.list !== undefined,
  )
  let missing = 0
  const work = async (): Promise<void> => {
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      try {
        missing += await backfillLine(kernel, line, carriers.get(line.carrier) as Carrier, backMs)
      } catch (error) {
        kernel.log.warn({ err: (error as Error).message, line: line.id }, 'backfill: a line failed, trying again later')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (missing > 0) kernel.log.warn({ missing }, 'backfill: messages whose webhooks were lost were received late')
  return missing
}

/** Stores the messages of one line that are missing; fails when the carrier does not answer. Returns how many. */
export async function backfillLine(kernel: Kernel, line: Line, carrier: Carrier, backMs: number): Promise<number> {
  const until = kernel.world.now()
  // Skip messages from before the organization had the number.
  const since = new Date(Math.max(until.getTime() - backMs, line.createdAt.getTime()))
  const { scope, name } = await systemScope(kernel, line.orgId, 'backfill')
  const findNew = async (carrierIds: string[]) => {
    const unknown = await unknownEvents(scope.db, line.id, carrierIds.map(incomingKey))
    return new Set(carrierIds.filter((id) => unknown.has(incomingKey(id))))
  }
  const texts = (await carrier.list?.(line.credentials, { since, until, to: line.phone }, findNew)) ?? []
  const incoming = texts.map((text) => incomingOf(line, text))
  let missing = 0
  for (let at = 0; at < incoming.length; at += BATCH)
    missing += await scope.tx((tx) => receive(tx, name, incoming.slice(at, at + BATCH)))
  return missing
}

/** Runs one backfill for the time the server was down. */
export async function backfillAtStart(kernel: Kernel): Promise<Running> {
  const swept = backfill(kernel, DAY_BACK_MS).catch((error: unknown) =>
    kernel.log.warn({ err: (error as Error).message }, 'backfill: the run at startup failed, trying again soon'),
  )
  return { stop: async () => void (await swept) }
}

/** Scheduled backfills of missed webhooks. */
export const crons = [
  defineCron({
    name: 'delivery.backfill',
    at: '*/5 * * * *',
    run: async (kernel) => void (await backfill(kernel, BACKFILL_WINDOW_MS)),
  }),
  defineCron({
    name: 'delivery.backfill-day',
    at: '40 4 * * *',
    run: async (kernel) => void (await backfill(kernel, DAY_BACK_MS)),
  }),
]
