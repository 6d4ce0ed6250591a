import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Returns the saved views of the inbox that show a group. The name of a private one is replaced. */
export async function viewsWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const result = await sql<Use>`
    select 'inbox_view' as type, id, case when shared then name else 'A teammate’s own view' end as name from saved_view
    where org_id = ${orgId} and ${groupId}::uuid = any(group_ids)`.execute(db)
  return result.rows
}
