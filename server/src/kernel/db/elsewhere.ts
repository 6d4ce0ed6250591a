import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * Runs work on the rows of another organization inside the transaction of one, then returns to its rows. For what two
 * organizations must commit together. Not for a transaction that sees only some groups.
 */
export async function inOtherOrganization<T>(
  tx: Db,
  { from, to }: { from: string; to: string },
  work: () => Promise<T>,
): Promise<T> {
  const enter = (orgId: string) => sql`select set_config('app.org', ${orgId}, true)`.execute(tx)
  await enter(to)
  let answer: T
  try {
    answer = await work()
  } catch (error) {
    // A failed transaction runs no more statements, so there is nothing to restore.
    await enter(from).catch(() => {})
    throw error
  }
  await enter(from)
  return answer
}
