import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { carrierSimulator } from '../../src/simulators/carrier/plugin.ts'

/** One message the carrier accepted. */
export interface Accepted {
  reference: string
  from: string
  to: string
  body: string
}

/** What a caller hears before the tone. */
export interface PlayedGreeting {
  id: string
  words: string
  audioUrl: string | null
  maxSeconds: number
}

/** A message as shown on a phone: `in` arrived there. */
export interface PhoneText {
  id: string
  direction: 'in' | 'out'
  body: string
  state: string
  errorCode: number | null
  media: { id: string; mime: string }[]
}

/** An external simulated carrier with virtual phones. */
export interface TestCarrier {
  url: string
  /** A contact sends a message from their phone. */
  texts(from: string, body: string, to?: string): Promise<void>
  /** A contact sends files, with or without text. */
  sendsFiles(
    from: string,
    files: { bytes: Buffer; mime: string }[],
    how?: { body?: string; to?: string },
  ): Promise<void>
  /**
   * A contact calls a line and hears its greeting, then leaves a voicemail of some seconds, an audio file, or nothing.
   */
  calls(from: string, to: string, leaves: { seconds: number } | { wav: Buffer } | 'nothing'): Promise<PlayedGreeting>
  /** The messages on a phone, oldest first. */
  onPhone(phone: string): Promise<PhoneText[]>
  /** A file that arrived on a phone. */
  file(id: string): Promise<Buffer>
  /** Sets the faults for messages to this phone from now on. */
  phone(phone: string, faults: { delivery?: string; receipts?: string }): Promise<void>
  /** Sets the behavior of the whole carrier from now on. */
  behaves(how: {
    mode?: string
    /** Whether it accepts texts in an outage before it fails. */
    outageAfterAccept?: boolean
    latencyMs?: number
    receiptDelayMs?: number
    /** How many of 100 callbacks to us are lost for good. */
    lostCallbacksPct?: number
    doubledCallbacks?: boolean
    trialAccounts?: boolean
  }): Promise<void>
  /** Everything it accepted, in order. */
  sent(): Promise<Accepted[]>
  close(): Promise<void>
}

/** Starts a separate carrier for one test. */
export async function startCarrier(): Promise<TestCarrier> {
  const dir = await mkdtemp(join(tmpdir(), 'crewline-carrier-'))
  const app = fastify({ forceCloseConnections: true })
  await app.register(carrierSimulator, { dir, fsync: false })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const request = async (method: string, path: string, body: object): Promise<unknown> => {
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
  const send = async (method: string, path: string, body: object): Promise<void> =>
    void (await request(method, path, body))
  await request('PATCH', '/control/carrier', { receiptDelayMs: 0 })
  return {
    url,
    texts: (from, body, to) => send('POST', `${handset(from)}/texts`, to ? { to, body } : { body }),
    sendsFiles: (from, files, { body = '', to } = {}) =>
      send('POST', `${handset(from)}/texts`, {
        body,
        ...(to ? { to } : {}),
        files: files.map(({ bytes, mime }) => ({ mime, data: bytes.toString('base64') })),
      }),
    calls: async (from, to, leaves) => {
      const { call } = (await request('POST', `${handset(from)}/calls`, { to })) as { call: PlayedGreeting }
      const path = `${handset(from)}/calls/${call.id}`
      if (leaves === 'nothing') await send('POST', `${path}/hang-up`, {})
      else if ('seconds' in leaves) await send('POST', `${path}/message`, leaves)
      else
        await send('POST', `${path}/message`, {
          files: [{ mime: 'audio/x-wav', data: leaves.wav.toString('base64') }],
        })
      return call
    },
    onPhone: async (phone) => ((await (await fetch(url + handset(phone))).json()) as { texts: PhoneText[] }).texts,
    file: async (id) => Buffer.from(await (await fetch(`${url}/control/media/${id}`)).arrayBuffer()),
    phone: (phone, faults) => send('PATCH', handset(phone), { faults }),
    behaves: (how) => send('PATCH', '/control/carrier', how),
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
