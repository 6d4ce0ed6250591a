import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** Returns the rules of single sign-on that limit members to a group, named after the group of the identity provider. */
export async function rulesWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const result = await sql<Use>`
    select 'single_sign_on' as type, rule ->> 'group' as id, rule ->> 'group' as name
    from sso_connection, jsonb_array_elements(group_roles) rule
    where org_id = ${orgId} and rule -> 'groupIds' ? ${groupId} order by 2`.execute(db)
  return result.rows
}
