import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/**
 * Returns the webhooks that are limited to a group, among others. One without a name has that of its host: members who see
 * the group may not see webhooks, and the rest of an address may be secret.
 */
export async function webhooksWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const result = await sql<Use>`
    select 'webhook' as type, id,
      coalesce(nullif(name, ''), substring(url from '://(?:[^/?#@]*@)?([^/?#:]+)'), '') as name
    from webhook_endpoint
    where org_id = ${orgId} and ${groupId}::uuid = any(group_ids) order by 3, 2`.execute(db)
  return result.rows
}
