import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Raises the statement timeout of this transaction to 5 minutes, enough to evaluate a large group. */
export async function allowLong(tx: Db): Promise<void> {
  await sql`select set_config('statement_timeout', '5min', true)`.execute(tx)
}

/** Runs work in a savepoint; on failure, rolls back only that work and returns `undefined`. */
export async function tryOne<T>(
  tx: Db,
  work: () => Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<T | undefined> {
  await sql`savepoint alone`.execute(tx)
  try {
    const answer = await work()
    await sql`release savepoint alone`.execute(tx)
    return answer
  } catch (error) {
    await sql`rollback to savepoint alone`.execute(tx)
    onFailure(error)
    return undefined
  }
}
