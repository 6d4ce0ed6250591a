import { randomUUID } from 'node:crypto'
import { Client } from 'undici'
import { nativeCall } from '../kit/hooks.ts'
import { pause } from './driver.ts'
import type { Stage } from './stage.ts'

/** A connection of its own for each worker, over which calls do not wait for answers: those of one arrive in order. */
interface Wires {
  of(phone: string): Client
  close(): Promise<void>
}

function layWires(stage: Stage): Wires {
  const known = new Map<string, Client>()
  return {
    of(phone) {
      const client = known.get(phone) ?? new Client(stage.address, { pipelining: 50 })
      known.set(phone, client)
      return client
    },
    close: async () => void (await Promise.all([...known.values()].map((client) => client.close()))),
  }
}

/** Tells a text behind those of the same worker that are not answered yet. */
async function tellInOrder(stage: Stage, wires: Wires, from: string, body: string): Promise<number> {
  const call = nativeCall(stage.fast, { type: 'inbound', id: `txt_${randomUUID()}`, from, to: stage.fast.phone, body })
  const answer = await wires.of(from).request({
    ...{ method: 'POST', path: `/hooks/simulated/${stage.fast.id}`, ...call },
    ...{ idempotent: true, blocking: false, headersTimeout: 10_000 },
  })
  await answer.body.dump()
  return answer.statusCode
}

/** A carrier that tells each text once and never again; answers how it was answered, 0 when it was not. */
export async function tell(stage: Stage, from: string, body: string, id = `txt_${randomUUID()}`): Promise<number> {
  const call = nativeCall(stage.fast, { type: 'inbound', id, from, to: stage.fast.phone, body })
  try {
    const answer = await fetch(`${stage.address}/hooks/simulated/${stage.fast.id}`, {
      method: 'POST',
      ...call,
      signal: AbortSignal.timeout(10_000),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

/** The words of every text that was received, in the order of the conversation list. */
export async function received(stage: Stage): Promise<string[]> {
  const { rows } = await stage.sql.query<{ body: string }>(
    "select body from message where direction = 'in' order by id",
  )
  return rows.map((row) => row.body)
}

/** Waits until something is true; rejects when it takes longer. */
export async function until(what: () => Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms
  while (!(await what())) {
    if (performance.now() > end) throw new Error('it did not happen in time')
    await pause(50)
  }
}

/** What a stream of texts told, and how it was answered. */
export interface Streamed {
  /** The words of every text, in order. */
  told: string[]
  /** Those that were answered 200. */
  kept: string[]
  /** How long each answer took in ms, and when its text was told. */
  answers: { at: number; ms: number }[]
}

/** Tells a text every so often while something else happens, of one worker after the other. */
export async function stream(stage: Stage, perSecond: number, work: () => Promise<void>): Promise<Streamed> {
  const streamed: Streamed = { told: [], kept: [], answers: [] }
  const calls: Promise<void>[] = []
  const wires = layWires(stage)
  let isOver = false
  const done = work().finally(() => (isOver = true))
  for (let n = 0; !isOver; n++) {
    const body = `streamed ${n}`
    const phone = stage.workers[n % stage.workers.length]?.phone as string
    streamed.told.push(body)
    const at = performance.now()
    const answered = tellInOrder(stage, wires, phone, body).catch(() => 0)
    calls.push(
      answered.then((status) => {
        if (status === 200) streamed.kept.push(body)
        streamed.answers.push({ at, ms: performance.now() - at })
      }),
    )
    await pause(1000 / perSecond)
  }
  await done
  await Promise.all(calls)
  await wires.close()
  return streamed
}

/** Texts of a stream that stand behind a later one of the same worker. */
export function outOfOrder(stage: Stage, received: string[]): string[] {
  const last = new Map<number, number>()
  return received.filter((body) => {
    const n = Number(/^streamed (\d+)$/.exec(body)?.[1] ?? Number.NaN)
    if (Number.isNaN(n)) return false
    const worker = n % stage.workers.length
    const isBehind = n < (last.get(worker) ?? -1)
    last.set(worker, Math.max(n, last.get(worker) ?? -1))
    return isBehind
  })
}
