import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { carrierSimulator } from './plugin.ts'
import type { Faults } from './records.ts'

export type Received = { path: string; headers: IncomingHttpHeaders; rawBody: string }

export type Receiver = {
  url: string
  received: Received[]
  failNext: (times: number) => void
  close: () => Promise<void>
}

/** Starts a web server that records every callback and answers 500 to the next few on request. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let failing = 0
  const server = createServer((request, response) => {
    let rawBody = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (rawBody += chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, rawBody })
      response.statusCode = failing > 0 ? 500 : 204
      failing = Math.max(0, failing - 1)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    failNext: (times) => (failing = times),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Simulator = {
  url: string
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  stop: () => Promise<void>
}

export type TextView = { id: string; direction: string; body: string; at: string; state: string }
export type HandsetView = { phone: string; name: string; unread: number; faults: Faults }
export type LookupResults = { [reference: string]: { id: string; status: string; errorCode?: number } }

/** The body of any simulator response; each test reads the fields of the endpoint it called. */
export type AnswerBody = { id: string; code: number; field: string; segments: number; found: LookupResults } & {
  handset: HandsetView
  handsets: HandsetView[]
  text: TextView
  texts: TextView[]
}
export type Answer = { status: number; headers: Headers; body: AnswerBody }

/** Starts the simulator over real HTTP on a free port, with its ledger in `dir`. */
export async function startSimulator(dir: string): Promise<Simulator> {
  const app = fastify()
  await app.register(carrierSimulator, { dir, fsync: false })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    call: async (method, path, body, headers = {}) => {
      const answer = await fetch(url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: JSON.parse(text || '{}') as AnswerBody }
    },
    stop: () => app.close(),
  }
}

export type World = { dir: string; receiver: Receiver; simulator: Simulator; close: () => Promise<void> }

export const nativeLine = '+15550100000'
export const contactPhone = '+15550101111'

/** Starts a simulator with one native line and a recording receiver for its callbacks, 100 times faster than usual. */
export async function startWorld(): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), 'carrier-'))
  const receiver = await startReceiver()
  const world: World = {
    dir,
    receiver,
    simulator: await startSimulator(dir),
    close: async () => {
      await world.simulator.stop()
      await receiver.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  await world.simulator.call('PUT', `/control/numbers/${nativeLine}`, {
    dialect: 'native',
    account: 'acme',
    key: 'key-1',
    secret: 'secret-1',
    inboundUrl: `${receiver.url}/inbound`,
  })
  await world.simulator.call('PATCH', '/control/carrier', { receiptDelayMs: 9 })
  return world
}

/** Submits a message in the native dialect. */
export function submit(world: World, reference: string, changes: Record<string, unknown> = {}): Promise<Answer> {
  const text = { reference, from: nativeLine, to: contactPhone, body: 'Shift moved to 6 am', ...changes }
  const callbackUrl = `${world.receiver.url}/status`
  return world.simulator.call('POST', '/v1/texts', { callbackUrl, ...text }, { authorization: 'Bearer key-1' })
}

/** Looks up references at the carrier. */
export async function lookUp(world: World, references: string[]): Promise<LookupResults> {
  const headers = { authorization: 'Bearer key-1' }
  return (await world.simulator.call('POST', '/v1/lookups', { references }, headers)).body.found
}

/** Sets faults on the contact's handset, creating it if needed. */
export async function setFaults(world: World, faults: Partial<Faults>): Promise<void> {
  await world.simulator.call('PUT', `/control/handsets/${contactPhone}`, { name: 'Maria Lopez' })
  await world.simulator.call('PATCH', `/control/handsets/${contactPhone}`, { faults })
}

/** Waits until the result is neither undefined nor false; fails after 60 s. */
export async function until<Found>(
  check: () => Promise<Found | undefined | false> | Found | undefined | false,
): Promise<Found> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const result = await check()
    if (result !== undefined && result !== false) return result
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('The condition was not met within 60 s')
}
