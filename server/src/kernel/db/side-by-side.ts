import { Kysely, PostgresDialect, type DatabaseConnection, type Dialect, type RawBuilder } from 'kysely'
import type { Db } from './pool.ts'

/** The connection of a transaction whose statements do not wait for each other. */
export interface SideBySide {
  /** What is asked together travels together, and runs in the order it was asked. */
  db: Db
  /** Has sent a statement when it returns, so that whatever is asked next comes behind it; throws when it cannot. */
  send: (statement: RawBuilder<unknown>) => Promise<unknown>
}

/** Lets the statements of a transaction travel together. When one fails those behind it fail too, and the transaction with them. */
export async function sideBySide(tx: Db): Promise<SideBySide> {
  const connection = await tx.getExecutor().provideConnection(async (held) => held)
  const db = new Kysely<unknown>({ dialect: dialectOn(connection) })
  return { db, send: (statement) => connection.executeQuery(statement.compile(db)) }
}

const postgres = new PostgresDialect({
  pool: async () => Promise.reject(new Error('no pool stands behind a transaction')),
})

/** The dialect of PostgreSQL on one connection that somebody else opened, begins, commits and gives back. */
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
      beginTransaction: () => Promise.reject(new Error('a transaction holds no other')),
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      destroy: nothing,
    }),
  }
}
