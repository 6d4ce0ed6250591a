import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Runs work in a savepoint; on failure, rolls back only that work and returns `undefined`. */
export async function tryOne<T>(
  tx: Db,
  work: () => Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<T | undefined> {
  await sql`savepoint one`.execute(tx)
  try {
    const answer = await work()
    await sql`release savepoint one`.execute(tx)
    return answer
  } catch (error) {
    await sql`rollback to savepoint one`.execute(tx)
    onFailure(error)
    return undefined
  }
}
