import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { carrierSimulator } from '../../src/simulators/carrier/plugin.ts'

/** One text the carrier took. */
export interface Accepted {
  reference: string
  from: string
  to: string
  body: string
}

/** The outside world's carrier with virtual phones. */
export interface TestCarrier {
  url: string
  /** A worker sends a text from their phone. */
  texts(from: string, body: string, to?: string): Promise<void>
  /** What happens to texts for this phone from now on. */
  phone(phone: string, faults: { delivery?: string; receipts?: string }): Promise<void>
  /** How the whole carrier behaves from now on. */
  behaves(how: { mode?: string; latencyMs?: number; receiptDelayMs?: number }): Promise<void>
  /** Everything it took, in order. */
  sent(): Promise<Accepted[]>
  close(): Promise<void>
}

/** Starts a carrier of its own for one test. */
export async function startCarrier(): Promise<TestCarrier> {
  const dir = await mkdtemp(join(tmpdir(), 'crewline-carrier-'))
  const app = fastify({ forceCloseConnections: true })
  await app.register(carrierSimulator, { dir, fsync: false })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (method: string, path: string, body: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`carrier: ${method} ${path} answered ${answer.status} ${await answer.text()}`)
  }
  await ask('PATCH', '/control/carrier', { receiptDelayMs: 0 })
  return {
    url,
    texts: (from, body, to) =>
      ask('POST', `/control/handsets/${encodeURIComponent(from)}/texts`, to ? { to, body } : { body }),
    phone: (phone, faults) => ask('PATCH', `/control/handsets/${encodeURIComponent(phone)}`, { faults }),
    behaves: (how) => ask('PATCH', '/control/carrier', how),
    sent: async () => {
      const text = await (await fetch(`${url}/control/ledger`)).text()
      return text
        .split('\n')
        .filter(Boolean)
        .map((row) => JSON.parse(row) as Accepted)
    },
    close: async () => {
      await app.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
