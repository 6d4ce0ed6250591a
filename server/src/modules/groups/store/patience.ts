import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Lets each statement of this transaction take so long as evaluating a large group may. */
export async function allowLong(tx: Db): Promise<void> {
  await sql`select set_config('statement_timeout', '5min', true)`.execute(tx)
}

/** Runs work of a transaction that can be taken back alone; answers `undefined` and goes on where it fails. */
export async function tryAlone<T>(
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
