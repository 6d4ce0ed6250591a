import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Returns the threads that still belong to merged contacts, of all organizations, with their new owner. */
export async function unmatchedOf(
  system: Db,
  most: number,
): Promise<{ orgId: string; fromId: string; toId: string }[]> {
  const result = await sql<{ orgId: string; fromId: string; toId: string }>`
    select c.org_id as "orgId", c.id as "fromId", c.merged_into as "toId"
    from contact c join contact k on k.org_id = c.org_id and k.id = c.merged_into and k.erased_at is null
      join conversation v on v.org_id = c.org_id and v.contact_id = c.id
    where c.merged_into is not null limit ${most}`.execute(system)
  return result.rows
}
