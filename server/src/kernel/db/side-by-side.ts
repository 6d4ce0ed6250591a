import { Kysely, PostgresDialect, type DatabaseConnection, type Dialect } from 'kysely'
import type { Db } from './pool.ts'

/**
 * A handle on the connection of a transaction whose statements do not wait for each other: what is asked together travels
 * together, and runs in the order it was asked. When one fails those behind it fail too, and the transaction with them.
 */
export async function sideBySide(tx: Db): Promise<Db> {
  const connection = await tx.getExecutor().provideConnection(async (held) => held)
  return new Kysely<unknown>({ dialect: dialectOn(connection) })
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
