import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { ScopedQuery, type Sight } from './scoped-query.ts'

/** A handle that runs SQL; whose rows it sees is decided by who made it. */
export type Db = Kysely<unknown>

/** The database of one process: scoped handles for one organization, and one for the few places that cross them. */
export interface Database {
  /** A handle that sees and writes only this organization's rows; with a member, only those of the member's groups. */
  ofOrg(orgId: string, memberId?: string): Db
  /** A handle across organizations; the reason says why this place may have it. */
  asSystem(reason: string): Db
  /** Runs one statement across organizations for a library that speaks to `pg` itself. */
  plainSystem(query: pg.QueryConfig): Promise<pg.QueryResult>
  /** A connection of its own, for LISTEN. */
  listener(): Promise<pg.Client>
  close(): Promise<void>
}

/** Connections of each role; few members see some groups only. */
const SIZE = { app: 15, system: 8, scoped: 5 }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

/** Connects lazily with three roles that own nothing and cannot bypass row security. */
export function openDatabase(url: string, size: { app: number; system: number; scoped?: number } = SIZE): Database {
  const app = pool(url, 'crewline_app', size.app)
  const narrow = pool(url, 'crewline_scoped', size.scoped ?? SIZE.scoped)
  const system = pool(url, 'crewline_system', size.system)
  const systemDb = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: named(system) }) })
  return {
    ofOrg: (orgId, memberId) => {
      if (!UUID.test(orgId)) throw new Error('an organization id must be a uuid')
      if (memberId !== undefined && !UUID.test(memberId)) throw new Error('a member id must be a uuid')
      const seen = scoped(memberId === undefined ? app : narrow, { orgId, memberId })
      return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: seen as never }) })
    },
    asSystem: () => systemDb,
    plainSystem: (query) => system.query(query),
    listener: async () => {
      const client = new pg.Client({ connectionString: url, options: '-c role=crewline_system' })
      await client.connect()
      return client
    },
    close: async () => {
      await Promise.all([app.end(), narrow.end(), system.end()])
    },
  }
}

function pool(url: string, role: string, max: number): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max,
    options: `-c role=${role} -c statement_timeout=15000`,
    connectionTimeoutMillis: 10_000,
    // What is asked before the last answer came is on its way already: statements that need nothing of each other share a trip.
    pipeline: true,
    idleTimeoutMillis: 60_000,
  })
  // A connection that dies while idle is replaced by the next query; without a listener it would end the process.
  made.on('error', () => {})
  // So does one that dies between two statements of a transaction; the next statement fails, and the transaction with it.
  made.on('connect', (client) => client.on('error', () => {}))
  return made
}

/** Statement names by text: PostgreSQL plans a named statement once per connection. Bounded, so generated SQL cannot fill it. */
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= 1000) return undefined
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 16)
  names.set(text, name)
  return name
}

interface PooledClient {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  release(error?: Error | boolean): void
}

function named(inner: pg.Pool) {
  return {
    options: inner.options,
    connect: async (): Promise<PooledClient> => {
      const client = await inner.connect()
      return { query: (text, values) => plain(client, text, values), release: (error) => client.release(error) }
    },
    end: () => inner.end(),
  } as never
}

/** The inner part of a client that writes to the socket; see scoped-query.ts about inner parts. */
interface Writing {
  connection: { stream: { cork(): void; uncork(): void } }
}

const gathering = new WeakSet<pg.PoolClient>()

/** Holds what is written in this turn back until its end, so that statements asked together leave in one packet. */
function gather(client: pg.PoolClient): void {
  if (gathering.has(client)) return
  gathering.add(client)
  const { stream } = (client as unknown as Writing).connection
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}

function plain(client: pg.PoolClient, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
  gather(client)
  if (!values?.length) return client.query(text)
  const name = nameOf(text)
  return name ? client.query({ text, values, name }) : client.query(text, values)
}

/** Runs work of a narrowed transaction on every row of the organization, then narrows it again. */
export async function widened<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const narrowAgain = () => sql`set local role crewline_scoped`.execute(tx)
  await sql`set local role crewline_app`.execute(tx)
  let answer: T
  try {
    answer = await work()
  } catch (error) {
    // In a transaction that failed nothing runs any more, so there is nothing to narrow.
    await narrowAgain().catch(() => {})
    throw error
  }
  await narrowAgain()
  return answer
}

const BEGUN: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

function scoped(inner: pg.Pool, sight: Sight) {
  const member = sight.memberId === undefined ? '' : `, set_config('app.member', '${sight.memberId}', true)`
  return {
    options: inner.options,
    connect: async (): Promise<PooledClient> => {
      const client = await inner.connect()
      let inTransaction = false
      let begun: Promise<unknown> = Promise.resolve()
      return {
        query: (text, values) => {
          if (text === 'begin') {
            inTransaction = true
            // One message; the ids were checked to be uuids, the simple protocol takes no parameters.
            gather(client)
            const asked = client.query(`begin; select set_config('app.org', '${sight.orgId}', true)${member}`)
            // Nobody waits for it: it travels with the first statement, and where it fails nothing is committed.
            begun = asked
            asked.catch(() => {})
            return Promise.resolve(BEGUN)
          }
          if (text === 'commit' || text === 'rollback') {
            inTransaction = false
            return begun.then(() => client.query(text))
          }
          if (inTransaction) return plain(client, text, values)
          return new Promise((resolve, reject) => {
            const query = new ScopedQuery({ text, values: values ?? [], name: nameOf(text) }, sight, (error, result) =>
              error ? reject(error) : resolve(result),
            )
            client.query(query as unknown as pg.Submittable)
          })
        },
        release: (error) => client.release(error),
      }
    },
    end: async () => {},
  }
}
