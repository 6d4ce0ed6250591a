import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Whether a user is a member of an organization and may sign in. */
export async function isActiveMember(db: Db, orgId: string, userId: string): Promise<boolean> {
  const result = await sql`
    select from member where org_id = ${orgId} and user_id = ${userId} and status = 'active'`.execute(db)
  return result.rows.length > 0
}
