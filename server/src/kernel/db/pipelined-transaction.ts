import { Kysely, PostgresDialect, type DatabaseConnection, type Dialect, type RawBuilder } from 'kysely'
import type { Db } from './pool.ts'

/** The connection of a transaction whose statements do not wait for each other. */
export interface PipelinedTransaction {
  /** Statements issued together are sent together and run in issue order. */
  db: Db
  /** Has sent the statement when it returns, so that later statements run after it; throws when it cannot send. */
  send: (statement: RawBuilder<unknown>) => Promise<unknown>
}

/** Pipelines the statements of a transaction. When one fails, the later ones and the transaction fail too. */
export async function pipelined(tx: Db): Promise<PipelinedTransaction> {
  const connection = await tx.getExecutor().provideConnection(async (held) => held)
  const db = new Kysely<unknown>({ dialect: dialectOn(connection) })
  return { db, send: (statement) => connection.executeQuery(statement.compile(db)) }
}

const postgres = new PostgresDialect({
  pool: async () => Promise.reject(new Error('a transaction cannot take connections from a pool')),
})

/** A PostgreSQL dialect on one connection that the caller opens, begins, commits and releases. */
function dialectOn(connection: DatabaseConnection): Dialect {
  const nothing = async () => {}
  return {
    createAdapter: () => postgres.createAdapter(),
    createQueryCompiler: () => postgres.createQueryCompiler(),
    createIntrospector: (db) => postgres.createIntrospector(db),
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => connection,
      releaseConnection: nothing,
      beginTransaction: () => Promise.reject(new Error('nested transactions are not supported')),
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      destroy: nothing,
    }),
  }
}
