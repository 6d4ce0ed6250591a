import type { QueryOf } from '@crewline/contract/endpoint'
import type { groupMembers, Membership } from '@crewline/contract/groups'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Scope } from '../../../kernel/scope.ts'
import { contactList } from '../../audience/index.ts'
import { systemKeyOf } from '../filter-rules/system-groups.ts'

/** Returns a page of the contacts in a group, each with why it is a member. */
export async function memberPage(scope: Scope, query: QueryOf<typeof groupMembers>) {
  const page = await contactList(scope, query)
  const reasons = await reasonsOf(
    scope,
    query.id,
    page.data.map((contact) => contact.id),
  )
  return {
    ...page,
    data: page.data.map((contact) => ({ ...contact, membership: reasons.get(contact.id) ?? ('added' as const) })),
  }
}

/** Returns why each of these members is in a group. */
async function reasonsOf(
  scope: Scope,
  groupId: string,
  contactIds: string[],
): Promise<Map<string, z.infer<typeof Membership>>> {
  if (systemKeyOf(scope.orgId, groupId)) return new Map(contactIds.map((id) => [id, 'system']))
  const result = await sql<{ id: string; membership: z.infer<typeof Membership> }>`
    select m.contact_id as id, case when p.kind = 'in' then 'pinned' when m.cause = 'rules' then 'matches' else 'added' end as membership
    from group_member m left join group_pin p on p.org_id = m.org_id and p.group_id = m.group_id and p.contact_id = m.contact_id
    where m.group_id = ${groupId} and m.contact_id = any(${contactIds}::uuid[])`.execute(scope.db)
  return new Map(result.rows.map((row) => [row.id, row.membership]))
}
