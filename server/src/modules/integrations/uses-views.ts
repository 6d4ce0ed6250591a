import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** Returns the chat channels that are limited to a group, among others. */
export async function channelsWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const result = await sql<Use>`
    select 'chat_channel' as type, id, name as name from chat_channel
    where org_id = ${orgId} and ${groupId}::uuid = any(group_ids) order by 3, 2`.execute(db)
  return result.rows
}
