import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
} from 'kysely'
import type { Client } from 'pg'

/** Collects the statements that some work would run; every query gets an empty result. */
export async function statementsOf(work: (db: Kysely<unknown>) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const connection: DatabaseConnection = {
    executeQuery: async (query) => {
      queries.push(query)
      return { rows: [] }
    },
    streamQuery: () => {
      throw new Error('streaming queries are not supported here')
    },
  }
  const nothing = async () => {}
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  await work(db).catch(() => {})
  return queries
}

/**
 * Counts the buffers that statements touch, with the product's database role and row security. The cache is warm, so
 * all are hits.
 */
export async function buffersOf(sql: Client, orgId: string, statements: CompiledQuery[]): Promise<number> {
  let sum = 0
  for (const statement of statements) {
    for (const isMeasured of [false, true]) {
      await sql.query('begin')
      await sql.query('set local role crewline_app')
      await sql.query("select set_config('app.org', $1, true)", [orgId])
      const { rows } = await sql.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${statement.sql}`,
        statement.parameters as unknown[],
      )
      await sql.query('rollback')
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (isMeasured) sum += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    }
  }
  return sum
}
