import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/**
 * Forgets these numbers, with their history, unless they are opted out or somebody else has them: an opt-out stands whoever
 * has the number later, and the history proves it. Needs a handle across organizations; `held` are numbers that others have.
 */
export async function forgetNumbers(system: Db, orgId: string, phones: string[], held: string[]): Promise<void> {
  const kept = new Set(held)
  const found = await sql<{ phone: string }>`
    delete from consent where org_id = ${orgId} and phone = any(${phones.filter((phone) => !kept.has(phone))}::text[]) and not opted_out
    returning phone`.execute(system)
  const gone = found.rows.map((row) => row.phone)
  await sql`delete from consent_event where org_id = ${orgId} and phone = any(${gone}::text[])`.execute(system)
}
