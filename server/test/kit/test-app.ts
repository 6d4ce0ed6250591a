import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEndpoint, BodyInput, ParamsOf, QueryInput, ReplyOf } from '@crewline/contract/endpoint'
import type { ApiError } from '@crewline/contract/envelope'
import { sql } from 'kysely'
import { readConfig } from '../../src/kernel/config.ts'
import { makeLog, type Log } from '../../src/kernel/log.ts'
import { realWorld, type World } from '../../src/kernel/world.ts'
import { answerMailRequests } from '../../src/modules/accounts/index.ts'
import { deliverMails } from '../../src/modules/mail/index.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { startProcess, type CrewlineProcess } from '../../src/main/process.ts'
import { sendHttpRequest as send } from './ask.ts'
import { makeOrg, type Org, type TestUser } from './cast.ts'
import { startCarrier, type TestCarrier } from './carrier.ts'
import { recordFailure } from './seen-failures.ts'
import { asProduct } from './slow-database.ts'
import { makeClockSettable, type SettableClock } from './settable-clock.ts'
import { connectCaughtUp, type TestClient } from './sockets.ts'
import { testDatabase } from './template-db.ts'
import { until } from './until.ts'

type EveryField<T> = T extends unknown ? keyof T : never
type FieldOf<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : undefined) : never
/** Merges a union of replies into one type with the fields of all. */
type Merged<T> = { [K in EveryField<T>]: FieldOf<T, K> }
type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never
type Fields<T> = true extends IsUnion<T> ? Merged<T> : T

/** A response of the API, success or error. */
export interface Answer<E extends AnyEndpoint> {
  http: number
  body: Omit<Fields<ReplyOf<E>>, 'status'> & Partial<Omit<ApiError, 'status'>> & { status: string }
}

/** The input of a call. */
export interface RequestInput<E extends AnyEndpoint> {
  params?: ParamsOf<E>
  query?: QueryInput<E>
  body?: BodyInput<E>
  headers?: Record<string, string>
}

/** The whole product in one process, with an external carrier and two organizations. */
export interface TestApp {
  process: CrewlineProcess
  carrier: TestCarrier
  acme: Org
  beta: Org
  /** Calls the API as a user, or without a session. */
  as(person: TestUser | null): { call<E extends AnyEndpoint>(endpoint: E, ask?: RequestInput<E>): Promise<Answer<E>> }
  /** Connects a browser of this user, here or at another process, that receives the events of later changes only. */
  connectClient(person: Pick<TestUser, 'token'>, address?: string): Promise<TestClient>
  /** Sends every waiting email and returns those to this address, newest first. */
  mailsTo(email: string): Promise<Mail[]>
  /** The code in the newest message to this phone. */
  codeTo(phone: string): Promise<string>
  /** Waits until nothing is left to send and every receipt has arrived. */
  drain(): Promise<void>
  /** Waits until something is truthy; rejects after 60 s, or later in the slow mode. */
  until<T>(what: () => Promise<T | undefined | null | false>): Promise<T>
  /** Starts another process on the same database; its machine's clock may be ahead of the others', in ms. */
  another(roles?: string, machineAheadMs?: number): Promise<CrewlineProcess>
  /** The clock of the database, if the test asked for one that can be set. */
  databaseClock: SettableClock | undefined
  close(): Promise<void>
}

/** An email as sent by the product. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

/** Starts the test app: a separate database, the real server on a real port, a simulated carrier. */
export async function testApp(
  options: {
    carrier?: string
    roles?: string
    settings?: Record<string, string>
    log?: Log
    isClockSettable?: boolean
  } = {},
): Promise<TestApp> {
  const database = await testDatabase()
  const databaseClock = options.isClockSettable ? await makeClockSettable(database.url) : undefined
  const carrier = await startCarrier()
  const dataDir = await mkdtemp(join(tmpdir(), 'crewline-house-'))
  const world = realWorld()
  const errors: string[] = []
  // A test that passes its own log checks it; in other tests a logged server error fails the test.
  const log = options.log ?? makeLog('error', { write: (line) => errors.push(line) })
  const open = (roles: string, machineAheadMs = 0) =>
    asProduct(() =>
      startProcess({
        config: readConfig({
          PORT: '0',
          DATA_DIR: dataDir,
          DATABASE_URL: database.url,
          SIMULATORS: '1',
          SIMULATOR_URL: carrier.url,
          ROLES: roles,
          // Calls never spool, so that a test that reads right after a call finds its data, however slow the machine is.
          SPOOL_AFTER_MS: '30000',
          ...options.settings,
        }),
        databaseUrl: database.url,
        masterKey: MASTER_KEY,
        world: machineAheadMs === 0 ? world : setAhead(world, machineAheadMs),
        log,
        version: 'test',
      }),
    )
  const process = await open(options.roles ?? 'web,sender')
  const others: CrewlineProcess[] = []
  const clients: TestClient[] = []
  const acme = await makeOrg(process.kernel, 'Acme', 1, options)
  const beta = await makeOrg(process.kernel, 'Beta', 2, options)
  const { announceLines } = await import('../../src/modules/delivery/index.ts')
  await announceLines(process.kernel)

  return {
    process,
    carrier,
    acme,
    beta,
    until,
    as: (user) => ({ call: (endpoint, input = {}) => callApi(process.address, user?.token ?? null, endpoint, input) }),
    mailsTo: async (email) => {
      await drainMails(process.kernel)
      const { data } = (await (await fetch(`${process.address}/dev/mails`)).json()) as { data: Mail[] }
      return data.filter((mail) => mail.to.toLowerCase() === email.toLowerCase())
    },
    codeTo: (phone) =>
      // A worker of the process may have taken the text before, and one that the carrier did not take is sent again later.
      until(async () => {
        await drainMails(process.kernel)
        const text = (await carrier.sent()).findLast((message) => message.to === phone)?.body ?? ''
        return /\b\d{6}\b/.exec(text)?.[0]
      }),
    connectClient: async (user, address = process.address) => {
      const client = await connectCaughtUp(process.kernel, address, user.token)
      clients.push(client)
      return client
    },
    drain: async () => {
      const system = process.kernel.database.asSystem('tests wait for the sender')
      await until(async () => {
        const result = await sql<{ n: number }>`
          select (select count(*) from outgoing_chunk where due_at <= now() + interval '1 minute')
               + (select count(*) from message where direction = 'out' and state in ('submitting', 'unknown', 'submitted', 'sent')) as n`.execute(
          system,
        )
        return Number(result.rows[0]?.n) === 0
      })
    },
    databaseClock,
    another: async (roles = 'web,sender', machineAheadMs = 0) => {
      const made = await open(roles, machineAheadMs)
      others.push(made)
      return made
    },
    close: async () => {
      for (const client of clients) client.close()
      for (const otherProcess of others) await otherProcess.stop()
      await process.stop()
      await carrier.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (errors.length > 0) throw new Error(`the server logged errors:\n${errors.join('')}`)
    },
  }
}

/** The world of a machine whose clock is ahead. */
function setAhead(world: World, aheadMs: number): World {
  const now = () => new Date(world.now().getTime() + aheadMs)
  return { ...world, now, machineNow: now }
}

/** Runs the worker's email queues until they are empty. */
async function drainMails(kernel: Kernel): Promise<void> {
  while (await answerMailRequests(kernel));
  while (await deliverMails(kernel));
}

/** Calls one endpoint over HTTP, as a browser would. */
export async function callApi<E extends AnyEndpoint>(
  address: string,
  token: string | null,
  endpoint: E,
  input: RequestInput<E>,
): Promise<Answer<E>> {
  const params: Record<string, unknown> = { ...(input.params as object) }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...(input.query as object) })) {
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  }
  const { http, text } = await send(`${address}/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...input.headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  })
  const body = JSON.parse(text) as Answer<E>['body']
  if (http !== 200) recordFailure(endpoint, body.code)
  return { http, body }
}
