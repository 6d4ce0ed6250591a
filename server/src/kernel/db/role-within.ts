import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** Runs work of a narrowed transaction on all rows of the organization, then narrows it again. */
export function widened<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  return withRole(tx, { role: 'crewline_app', after: 'crewline_scoped' }, work)
}

/**
 * Runs work across organizations inside the transaction of one of them, then returns to its rows. For changes of a user that
 * must commit together with the audit entry about them. `isLimitedToGroups` says whether the transaction sees only some
 * groups.
 */
export function asSystemWithin<T>(tx: Db, work: () => Promise<T>, isLimitedToGroups = false): Promise<T> {
  return withRole(tx, { role: 'crewline_system', after: isLimitedToGroups ? 'crewline_scoped' : 'crewline_app' }, work)
}

async function withRole<T>(
  tx: Db,
  { role, after }: { role: string; after: string },
  work: () => Promise<T>,
): Promise<T> {
  const take = (name: string) => sql`set local role ${sql.id(name)}`.execute(tx)
  await take(role)
  let answer: T
  try {
    answer = await work()
  } catch (error) {
    // A failed transaction runs no more statements, so there is nothing to narrow.
    await take(after).catch(() => {})
    throw error
  }
  await take(after)
  return answer
}
