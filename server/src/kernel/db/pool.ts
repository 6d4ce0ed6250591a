import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { ScopedQuery, type QueryScope } from './scoped-query.ts'
import { makeStatementNames, type StatementNames } from './statement-names.ts'
import { TIME_LIMITS } from './timeout.ts'

/** A handle that runs SQL; its creator decides which rows it sees. */
export type Db = Kysely<unknown>

/**
 * The database of one process: scoped handles for one organization, and one for the few places that cross
 * organizations.
 */
export interface Database {
  /**
   * Returns a handle that reads and writes only this organization's rows; with a member, only those of the member's
   * groups.
   */
  ofOrg(orgId: string, memberId?: string): Db
  /** Returns a handle across organizations. The reason, a fixed sentence, says why the caller may use it and is counted. */
  asSystem(reason: string): Db
  /** How often each reason was given since the start, for the metrics. */
  readonly systemUses: ReadonlyMap<string, number>
  /** Runs one statement across organizations for a library that uses `pg` directly. */
  plainSystem(query: pg.QueryConfig): Promise<pg.QueryResult>
  /** Opens a separate connection, for LISTEN. */
  listener(): Promise<pg.Client>
  close(): Promise<void>
}

/** Connections per role; few members are limited to some groups. */
const SIZE = { app: 15, system: 8, scoped: 5 }
/** Handles that are kept at most, by organization and member. */
const HANDLES_MAX = 2_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

/** How to reach the database through a pooler such as PgBouncer in transaction mode. */
export interface Pooling {
  /** The pooler, where the three roles log in themselves: it passes on no start-up options. */
  pooler?: { url: string; password: string } | undefined
  /** Off where a statement may be prepared on one connection and run on another; default on. */
  namedStatements?: boolean
}

/**
 * Opens lazy connections with three roles that own nothing and cannot bypass row security. `url` is the database itself:
 * a pooler in transaction mode cannot listen.
 */
export function openDatabase(
  url: string,
  size: { app: number; system: number; scoped?: number } = SIZE,
  { pooler, namedStatements = true }: Pooling = {},
): Database {
  const open = (role: Role, max: number) => (pooler ? pooledRole(pooler, role, max) : ownedRole(url, role, max))
  const nameOf = namedStatements ? statementNames : () => undefined
  const app = open('crewline_app', size.app)
  const memberPool = open('crewline_scoped', size.scoped ?? SIZE.scoped)
  const system = open('crewline_system', size.system)
  const systemDb = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: named(system, nameOf) }) })
  const systemUses = new Map<string, number>()
  // They hold no connection and no state, only their scope; building one takes as long as the rest of a small request.
  const handles = new Map<string, Kysely<unknown>>()
  return {
    ofOrg: (orgId, memberId) => {
      const name = memberId === undefined ? orgId : `${orgId} ${memberId}`
      // Only valid ids have a handle.
      const known = handles.get(name)
      if (known) return known
      if (!UUID.test(orgId)) throw new Error('an organization id must be a uuid')
      if (memberId !== undefined && !UUID.test(memberId)) throw new Error('a member id must be a uuid')
      const scopedPool = scoped(memberId === undefined ? app : memberPool, {
        orgId,
        memberId,
        nameOf,
        isPooled: !namedStatements,
      })
      const made = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: scopedPool as never }) })
      if (handles.size >= HANDLES_MAX) handles.clear()
      handles.set(name, made)
      return made
    },
    asSystem: (reason) => {
      systemUses.set(reason, (systemUses.get(reason) ?? 0) + 1)
      return systemDb
    },
    systemUses,
    plainSystem: (query) => system.query(query),
    listener: async () => {
      const client = new pg.Client({ connectionString: url, options: '-c role=crewline_system' })
      await client.connect()
      return client
    },
    close: async () => {
      await Promise.all([app.end(), memberPool.end(), system.end()])
    },
  }
}

type Role = 'crewline_app' | 'crewline_scoped' | 'crewline_system'

/** The names of all pools of this process: the same statement has the same name everywhere. */
const statementNames = makeStatementNames()

/** Logs in as the owner of the database and takes a role at the start of each connection. */
function ownedRole(url: string, role: Role, max: number): pg.Pool {
  const { statement, transaction } = TIME_LIMITS
  const options = `-c role=${role} -c statement_timeout=${statement} -c transaction_timeout=${transaction}`
  return pool({ connectionString: url, max, options })
}

/** Logs in as the role itself; the time limits are settings of the role. */
function pooledRole({ url, password }: { url: string; password: string }, role: Role, max: number): pg.Pool {
  const address = new URL(url)
  address.username = role
  address.password = encodeURIComponent(password)
  return pool({ connectionString: address.href, max })
}

function pool(config: pg.PoolConfig): pg.Pool {
  const made = new pg.Pool({
    ...config,
    connectionTimeoutMillis: 10_000,
    // Statements are sent before the previous response arrives: independent statements share a round trip.
    pipeline: true,
    idleTimeoutMillis: 60_000,
  })
  // The pool replaces a connection that dies while idle; without a listener the error would end the process.
  made.on('error', () => {})
  // The same for a connection that dies between two statements of a transaction: the next statement fails, and with it
  // the transaction.
  made.on('connect', (client) => client.on('error', () => {}))
  return made
}

interface PooledClient {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  release(error?: Error | boolean): void
}

function named(inner: pg.Pool, nameOf: StatementNames) {
  return {
    options: inner.options,
    connect: async (): Promise<PooledClient> => {
      const client = await inner.connect()
      return { query: (text, values) => plain(client, nameOf, text, values), release: (error) => client.release(error) }
    },
    end: () => inner.end(),
  } as never
}

/** The internal part of a client that writes to the socket; see scoped-query.ts about internals. */
interface Writing {
  connection: { stream: { cork(): void; uncork(): void } }
}

const gathering = new WeakSet<pg.PoolClient>()

/** Buffers the writes of this event loop turn until its end, so that statements issued together leave in one packet. */
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

function plain(
  client: pg.PoolClient,
  nameOf: StatementNames,
  text: string,
  values: unknown[] | undefined,
): Promise<pg.QueryResult> {
  gather(client)
  if (!values?.length) return client.query(text)
  const name = nameOf(text)
  return name ? client.query({ text, values, name }) : client.query(text, values)
}

const BEGIN_RESULT: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

function scoped(inner: pg.Pool, { nameOf, ...queryScope }: QueryScope & { nameOf: StatementNames }) {
  const member = queryScope.memberId === undefined ? '' : `, set_config('app.member', '${queryScope.memberId}', true)`
  return {
    options: inner.options,
    connect: async (): Promise<PooledClient> => {
      const client = await inner.connect()
      let inTransaction = false
      let beginSent: Promise<unknown> = Promise.resolve()
      return {
        query: (text, values) => {
          if (text === 'begin') {
            inTransaction = true
            // One message: the simple protocol takes no parameters, and the ids were validated as uuids.
            gather(client)
            const beginQuery = client.query(`begin; select set_config('app.org', '${queryScope.orgId}', true)${member}`)
            // Not awaited: it is sent with the first statement, and when it fails nothing is committed.
            beginSent = beginQuery
            beginQuery.catch(() => {})
            return Promise.resolve(BEGIN_RESULT)
          }
          if (text === 'commit' || text === 'rollback') {
            inTransaction = false
            return beginSent.then(() => client.query(text))
          }
          if (inTransaction) return plain(client, nameOf, text, values)
          return new Promise((resolve, reject) => {
            const query = new ScopedQuery(
              { text, values: values ?? [], name: nameOf(text) },
              queryScope,
              (error, result) => (error ? reject(error) : resolve(result)),
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
