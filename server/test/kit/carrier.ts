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

/** What a caller hears before the tone. */
export interface Heard {
  id: string
  words: string
  audioUrl: string | null
  maxSeconds: number
}

/** A text as a phone shows it: `in` arrived there. */
export interface PhoneText {
  id: string
  direction: 'in' | 'out'
  body: string
  state: string
  errorCode: number | null
  media: { id: string; mime: string }[]
}

/** The outside world's carrier with virtual phones. */
export interface TestCarrier {
  url: string
  /** A worker sends a text from their phone. */
  texts(from: string, body: string, to?: string): Promise<void>
  /** A worker sends files, with words or without. */
  sendsFiles(
    from: string,
    files: { bytes: Buffer; mime: string }[],
    how?: { body?: string; to?: string },
  ): Promise<void>
  /** A worker calls a line and hears its greeting, then leaves a message of some seconds, a sound file, or nothing. */
  calls(from: string, to: string, leaves: { seconds: number } | { wav: Buffer } | 'nothing'): Promise<Heard>
  /** What is on a phone, the oldest first. */
  onPhone(phone: string): Promise<PhoneText[]>
  /** A file that arrived on a phone. */
  file(id: string): Promise<Buffer>
  /** What happens to texts for this phone from now on. */
  phone(phone: string, faults: { delivery?: string; receipts?: string }): Promise<void>
  /** How the whole carrier behaves from now on. */
  behaves(how: {
    mode?: string
    latencyMs?: number
    receiptDelayMs?: number
    /** Of 100 calls to us this many are lost for good. */
    lostCallbacksPct?: number
    doubledCallbacks?: boolean
  }): Promise<void>
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
  const ask = async (method: string, path: string, body: object): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`carrier: ${method} ${path} answered ${answer.status} ${await answer.text()}`)
    const text = await answer.text()
    return text === '' ? {} : JSON.parse(text)
  }
  const handset = (phone: string) => `/control/handsets/${encodeURIComponent(phone)}`
  const tell = async (method: string, path: string, body: object): Promise<void> => void (await ask(method, path, body))
  await ask('PATCH', '/control/carrier', { receiptDelayMs: 0 })
  return {
    url,
    texts: (from, body, to) => tell('POST', `${handset(from)}/texts`, to ? { to, body } : { body }),
    sendsFiles: (from, files, { body = '', to } = {}) =>
      tell('POST', `${handset(from)}/texts`, {
        body,
        ...(to ? { to } : {}),
        files: files.map(({ bytes, mime }) => ({ mime, data: bytes.toString('base64') })),
      }),
    calls: async (from, to, leaves) => {
      const { call } = (await ask('POST', `${handset(from)}/calls`, { to })) as { call: Heard }
      const path = `${handset(from)}/calls/${call.id}`
      if (leaves === 'nothing') await tell('POST', `${path}/hang-up`, {})
      else if ('seconds' in leaves) await tell('POST', `${path}/message`, leaves)
      else
        await tell('POST', `${path}/message`, {
          files: [{ mime: 'audio/x-wav', data: leaves.wav.toString('base64') }],
        })
      return call
    },
    onPhone: async (phone) => ((await (await fetch(url + handset(phone))).json()) as { texts: PhoneText[] }).texts,
    file: async (id) => Buffer.from(await (await fetch(`${url}/control/media/${id}`)).arrayBuffer()),
    phone: (phone, faults) => tell('PATCH', handset(phone), { faults }),
    behaves: (how) => tell('PATCH', '/control/carrier', how),
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
