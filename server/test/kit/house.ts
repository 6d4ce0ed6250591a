import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEndpoint, BodyInput, ParamsOf, QueryInput, ReplyOf } from '@crewline/contract/endpoint'
import type { ApiError } from '@crewline/contract/envelope'
import { sql } from 'kysely'
import { readConfig } from '../../src/kernel/config.ts'
import { makeLog, type Log } from '../../src/kernel/log.ts'
import { realWorld } from '../../src/kernel/world.ts'
import { answerMailRequests } from '../../src/modules/accounts/index.ts'
import { deliverMails } from '../../src/modules/mail/index.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { startProcess, type CrewlineProcess } from '../../src/main/process.ts'
import { ask as send } from './ask.ts'
import { makeOrg, type Org, type Person } from './cast.ts'
import { startCarrier, type TestCarrier } from './carrier.ts'
import { listen, type Ear } from './sockets.ts'
import { testDatabase } from './template-db.ts'

type EveryField<T> = T extends unknown ? keyof T : never
type FieldOf<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : undefined) : never
/** One answer out of several, with the fields of all. */
type Merged<T> = { [K in EveryField<T>]: FieldOf<T, K> }
type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never
type Fields<T> = true extends IsUnion<T> ? Merged<T> : T

/** An answer of the API, good or bad. */
export interface Answer<E extends AnyEndpoint> {
  http: number
  body: Omit<Fields<ReplyOf<E>>, 'status'> & Partial<Omit<ApiError, 'status'>> & { status: string }
}

/** What a call carries. */
export interface Ask<E extends AnyEndpoint> {
  params?: ParamsOf<E>
  query?: QueryInput<E>
  body?: BodyInput<E>
  headers?: Record<string, string>
}

/** The whole product in one process, with a carrier outside and two organizations inside. */
export interface House {
  process: CrewlineProcess
  carrier: TestCarrier
  acme: Org
  beta: Org
  /** Calls the API as somebody, or as nobody. */
  as(person: Person | null): { call<E extends AnyEndpoint>(endpoint: E, ask?: Ask<E>): Promise<Answer<E>> }
  /** A browser of this person's, hearing events. */
  heard(person: Person): Promise<Ear>
  /** Hands over every mail that waits and answers those to this address, newest first. */
  mailsTo(email: string): Promise<Mail[]>
  /** The code in the newest text to this phone. */
  codeTo(phone: string): Promise<string>
  /** Waits until nothing is left to send and every receipt is in. */
  drain(): Promise<void>
  /** Waits until something holds or is there; rejects after 15 s. */
  until<T>(what: () => Promise<T | undefined | null | false>): Promise<T>
  /** Another process on the same database. */
  another(roles?: string): Promise<CrewlineProcess>
  close(): Promise<void>
}

/** A mail as it left the product. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

/** Builds the house: a database of its own, the real server on a real port, a simulated carrier. */
export async function house(
  options: { carrier?: string; roles?: string; settings?: Record<string, string>; log?: Log } = {},
): Promise<House> {
  const database = await testDatabase()
  const carrier = await startCarrier()
  const dataDir = await mkdtemp(join(tmpdir(), 'crewline-house-'))
  const world = realWorld()
  const errors: string[] = []
  // Who brings a log looks at it; everywhere else an error of the server fails the test.
  const log = options.log ?? makeLog('error', { write: (line) => errors.push(line) })
  const open = (roles: string) =>
    startProcess({
      config: readConfig({
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SIMULATORS: '1',
        SIMULATOR_URL: carrier.url,
        ROLES: roles,
        // A test that reads right after a call must find what it told, however slow the machine is.
        SPOOL_AFTER_MS: '30000',
        ...options.settings,
      }),
      databaseUrl: database.url,
      masterKey: MASTER_KEY,
      world,
      log,
      version: 'test',
    })
  const process = await open(options.roles ?? 'web,sender')
  const others: CrewlineProcess[] = []
  const ears: Ear[] = []
  const acme = await makeOrg(process.kernel, 'Acme', 1, options)
  const beta = await makeOrg(process.kernel, 'Beta', 2, options)
  const { announceLines } = await import('../../src/modules/delivery/index.ts')
  await announceLines(process.kernel)

  const until = async <T>(what: () => Promise<T | undefined | null | false>): Promise<T> => {
    const end = performance.now() + 15_000
    for (;;) {
      const found = await what()
      if (found !== undefined && found !== null && found !== false) return found
      if (performance.now() > end) throw new Error('it did not happen within 15 s')
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
  return {
    process,
    carrier,
    acme,
    beta,
    until,
    as: (person) => ({ call: (endpoint, ask = {}) => callApi(process.address, person?.token ?? null, endpoint, ask) }),
    mailsTo: async (email) => {
      await handOverMails(process.kernel)
      const { data } = (await (await fetch(`${process.address}/dev/mails`)).json()) as { data: Mail[] }
      return data.filter((mail) => mail.to.toLowerCase() === email.toLowerCase())
    },
    codeTo: async (phone) => {
      await handOverMails(process.kernel)
      const text = (await carrier.sent()).findLast((one) => one.to === phone)?.body ?? ''
      return /\b\d{6}\b/.exec(text)?.[0] ?? `no code in "${text}"`
    },
    heard: async (person) => {
      const ear = await listen(process.address, person.token)
      ears.push(ear)
      return ear
    },
    drain: async () => {
      const system = process.kernel.database.asSystem('tests wait for the sender')
      await until(async () => {
        const left = await sql<{ n: number }>`
          select (select count(*) from outgoing_chunk where due_at <= now() + interval '1 minute')
               + (select count(*) from message where direction = 'out' and state in ('submitting', 'submitted', 'sent')) as n`.execute(
          system,
        )
        return Number(left.rows[0]?.n) === 0
      })
    },
    another: async (roles = 'web,sender') => {
      const made = await open(roles)
      others.push(made)
      return made
    },
    close: async () => {
      for (const ear of ears) ear.close()
      for (const other of others) await other.stop()
      await process.stop()
      await carrier.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (errors.length > 0) throw new Error(`the server logged errors:\n${errors.join('')}`)
    },
  }
}

/** Does what the worker's queues do, to the end. */
async function handOverMails(kernel: Kernel): Promise<void> {
  while (await answerMailRequests(kernel));
  while (await deliverMails(kernel));
}

/** Calls one endpoint over HTTP, as a browser would. */
export async function callApi<E extends AnyEndpoint>(
  address: string,
  token: string | null,
  endpoint: E,
  ask: Ask<E>,
): Promise<Answer<E>> {
  const params: Record<string, unknown> = { ...(ask.params as object) }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...(ask.query as object) })) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  const { http, text } = await send(`${address}/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...ask.headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: ask.body === undefined ? undefined : JSON.stringify(ask.body),
  })
  return { http, body: JSON.parse(text) as Answer<E>['body'] }
}
