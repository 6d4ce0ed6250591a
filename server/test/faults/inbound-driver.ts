import { randomUUID } from 'node:crypto'
import { Client } from 'undici'
import { nativeCall } from '../kit/hooks.ts'
import { pause } from './driver.ts'
import type { TestEnvironment } from './test-environment.ts'

/** One connection per contact, with pipelined calls: the calls of one contact arrive in order. */
interface Wires {
  of(phone: string): Client
  close(): Promise<void>
}

function layWires(environment: TestEnvironment): Wires {
  const clients = new Map<string, Client>()
  return {
    of(phone) {
      const client = clients.get(phone) ?? new Client(environment.address, { pipelining: 50 })
      clients.set(phone, client)
      return client
    },
    close: async () => void (await Promise.all([...clients.values()].map((client) => client.close()))),
  }
}

/** Sends an inbound message without waiting for responses to earlier ones of the same contact. */
async function sendInOrder(environment: TestEnvironment, wires: Wires, from: string, body: string): Promise<number> {
  const call = nativeCall(environment.fast, {
    type: 'inbound',
    id: `txt_${randomUUID()}`,
    from,
    to: environment.fast.phone,
    body,
  })
  const answer = await wires.of(from).request({
    ...{ method: 'POST', path: `/hooks/simulated/${environment.fast.id}`, ...call },
    ...{ idempotent: true, blocking: false, headersTimeout: 10_000 },
  })
  await answer.body.dump()
  return answer.statusCode
}

/** Sends an inbound message once, as a carrier that never retries; returns the HTTP status, 0 without a response. */
export async function sendInbound(
  environment: TestEnvironment,
  from: string,
  body: string,
  id = `txt_${randomUUID()}`,
): Promise<number> {
  const call = nativeCall(environment.fast, { type: 'inbound', id, from, to: environment.fast.phone, body })
  try {
    const answer = await fetch(`${environment.address}/hooks/simulated/${environment.fast.id}`, {
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

/** Returns the bodies of all received messages, in conversation list order. */
export async function received(environment: TestEnvironment): Promise<string[]> {
  const { rows } = await environment.sql.query<{ body: string }>(
    "select body from message where direction = 'in' order by id",
  )
  return rows.map((row) => row.body)
}

/** Waits until something is true; rejects after the time limit. */
export async function until(check: () => Promise<boolean>, ms = 60_000): Promise<void> {
  const end = performance.now() + ms
  while (!(await check())) {
    if (performance.now() > end) throw new Error('the condition was not met in time')
    await pause(50)
  }
}

/** The messages of a stream and their responses. */
export interface Streamed {
  /** The body of every message, in order. */
  sent: string[]
  /** The bodies answered with 200. */
  accepted: string[]
  /** When each message was sent, and its response time in ms. */
  answers: { at: number; ms: number }[]
}

/** Sends messages at a fixed rate, from one contact after the other, while the work runs. */
export async function stream(
  environment: TestEnvironment,
  perSecond: number,
  work: () => Promise<void>,
): Promise<Streamed> {
  const streamed: Streamed = { sent: [], accepted: [], answers: [] }
  const calls: Promise<void>[] = []
  const wires = layWires(environment)
  let isOver = false
  const done = work().finally(() => (isOver = true))
  for (let n = 0; !isOver; n++) {
    const body = `streamed ${n}`
    const phone = environment.contacts[n % environment.contacts.length]?.phone as string
    streamed.sent.push(body)
    const at = performance.now()
    const answered = sendInOrder(environment, wires, phone, body).catch(() => 0)
    calls.push(
      answered.then((status) => {
        if (status === 200) streamed.accepted.push(body)
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

/** Finds messages of a stream that appear after a later one of the same contact. */
export function outOfOrder(environment: TestEnvironment, received: string[]): string[] {
  const last = new Map<number, number>()
  return received.filter((body) => {
    const n = Number(/^streamed (\d+)$/.exec(body)?.[1] ?? Number.NaN)
    if (Number.isNaN(n)) return false
    const contactIndex = n % environment.contacts.length
    const isBehind = n < (last.get(contactIndex) ?? -1)
    last.set(contactIndex, Math.max(n, last.get(contactIndex) ?? -1))
    return isBehind
  })
}
