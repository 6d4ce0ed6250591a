import { sql } from 'kysely'
import { memberHolds } from '../../../kernel/db/holders.ts'
import type { Db } from '../../../kernel/db/pool.ts'

/** Whether a user is an active member of an organization and may read its broadcasts. */
export async function readsBroadcasts(db: Db, orgId: string, userId: string): Promise<boolean> {
  const result = await sql`
    select from member b
    where b.org_id = ${orgId} and b.user_id = ${userId} and b.status = 'active' and ${memberHolds('broadcasts.read')}`.execute(
    db,
  )
  return result.rows.length > 0
}
