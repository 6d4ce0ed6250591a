import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { ScopedQuery } from './scoped-query.ts'

/** A handle that runs SQL; whose rows it sees is decided by who made it. */
export type Db = Kysely<unknown>

/** The database of one process: scoped handles for one organization, and one for the few places that cross them. */
export interface Database {
  /** A handle that sees and writes only this organization's rows. */
  ofOrg(orgId: string): Db
  /** A handle across organizations; the reason says why this place may have it. */
  asSystem(reason: string): Db
  /** A connection of its own, for LISTEN. */
  listener(): Promise<pg.Client>
  close(): Promise<void>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

/** Connects lazily with two roles that own nothing and cannot bypass row security. */
export function openDatabase(url: string, size = { app: 15, system: 8 }): Database {
  const app = pool(url, 'crewline_app', size.app)
  const system = pool(url, 'crewline_system', size.system)
  const systemDb = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: named(system) }) })
  return {
    ofOrg: (orgId) => {
      if (!UUID.test(orgId)) throw new Error('an organization id must be a uuid')
      return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: scoped(app, orgId) as never }) })
    },
    asSystem: () => systemDb,
    listener: async () => {
      const client = new pg.Client({ connectionString: url, options: '-c role=crewline_system' })
      await client.connect()
      return client
    },
    close: async () => {
      await Promise.all([app.end(), system.end()])
    },
  }
}

function pool(url: string, role: string, max: number): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max,
    options: `-c role=${role} -c statement_timeout=15000`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  })
  // A connection that dies while idle is replaced by the next query; without a listener it would end the process.
  made.on('error', () => {})
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

function plain(client: pg.PoolClient, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
  if (!values?.length) return client.query(text)
  const name = nameOf(text)
  return name ? client.query({ text, values, name }) : client.query(text, values)
}

function scoped(inner: pg.Pool, orgId: string) {
  return {
    options: inner.options,
    connect: async (): Promise<PooledClient> => {
      const client = await inner.connect()
      let inTransaction = false
      return {
        query: (text, values) => {
          if (text === 'begin') {
            inTransaction = true
            // One message; the id was checked to be a uuid, the simple protocol takes no parameters.
            return client.query(`begin; select set_config('app.org', '${orgId}', true)`)
          }
          if (text === 'commit' || text === 'rollback') inTransaction = false
          if (inTransaction || text === 'commit' || text === 'rollback') return plain(client, text, values)
          return new Promise((resolve, reject) => {
            const query = new ScopedQuery({ text, values: values ?? [], name: nameOf(text) }, orgId, (error, result) =>
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
