import { sql } from 'kysely'
import type { GroupType } from '@crewline/contract/groups'
import type { Tx } from '../../../kernel/scope.ts'

/** Changes the type of a group from one without rules to another; returns whether it was of that type. */
export async function changeType(tx: Tx, id: string, from: GroupType, to: GroupType): Promise<boolean> {
  const changed = await sql`
    update contact_group set type = ${to} where org_id = ${tx.orgId} and id = ${id} and type = ${from} and archived_at is null
    returning id`.execute(tx.db)
  return changed.rows.length > 0
}
