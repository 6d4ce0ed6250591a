import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * SQLSTATE codes of a database that cannot work now, whatever it is asked: connection exceptions (08), insufficient
 * resources such as a full disk (53), operator intervention (57P), errors of its system (58), and no writes (25006).
 */
const STORAGE_CODES = /^(?:08...|53...|57P..|58...|25006)$/
/** Codes of a connection that could not be made or ended. */
const CONNECTION_CODES =
  /^E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND|NOSPC|IO|ROFS)$/
/** What `pg` says without a code. */
const CONNECTION_WORDS =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/

/** Returns whether the database or the way to it failed, so that the same write may succeed later. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  if (typeof code === 'string' && (STORAGE_CODES.test(code) || CONNECTION_CODES.test(code))) return true
  return CONNECTION_WORDS.test(error.message) || (cause !== undefined && isStorageFailure(cause))
}

/** Resolves when the database takes a write; rejects while it is unavailable, read-only or its disk is full. */
export async function checkWritable(system: Db): Promise<void> {
  await sql`update product_clock set id = true`.execute(system)
}
