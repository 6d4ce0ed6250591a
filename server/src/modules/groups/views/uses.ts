import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { groupsNamed } from '@crewline/contract/filters'
import { filterNames, groupUsesOfModules, type FieldUser } from '../../../kernel/uses.ts'
import { smartGroups } from '../store/groups.ts'

/**
 * Lists the uses of a group: members and invitations limited to it, rules of other groups, and uses in other modules.
 */
export async function usesOf(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const [uses, others] = await Promise.all([usesOfGroups(db, orgId, [groupId]), groupUsesOfModules(db, orgId, groupId)])
  const ownUses = uses.get(groupId) ?? []
  // Other modules are asked about one group at a time; pages of groups show only the uses of this module.
  return [...ownUses, ...others]
}

/** Like `usesOf` for several groups at once, without the uses in other modules. */
export async function usesOfGroups(db: Db, orgId: string, groupIds: string[]): Promise<Map<string, Use[]>> {
  const [members, invited, smart] = await Promise.all([
    sql<{ group_id: string; id: string; name: string }>`
      select v.group_id, m.id, trim(p.firstname || ' ' || p.lastname) as name
      from member_group v join member m on m.org_id = v.org_id and m.id = v.member_id join user_account p on p.id = m.user_id
      where v.org_id = ${orgId} and v.group_id = any(${groupIds}::uuid[]) and m.status = 'active' order by 3, 2`.execute(
      db,
    ),
    sql<{ group_id: string; id: string; name: string }>`
      select g.id as group_id, i.id, i.email as name from unnest(${groupIds}::uuid[]) g(id)
      join invitation i on i.org_id = ${orgId} and i.accepted_at is null and g.id = any(i.group_ids) order by 3, 2`.execute(
      db,
    ),
    smartGroups({ db, orgId }),
  ])
  const uses = new Map<string, Use[]>(groupIds.map((id) => [id, []]))
  for (const { group_id: groupId, id, name } of [...members.rows, ...invited.rows])
    uses.get(groupId)?.push({ type: 'member', id, name })
  for (const { id, name, filter } of smart)
    for (const named of groupsNamed(filter)) uses.get(named)?.push({ type: 'group', id, name })
  return uses
}

/** Returns the smart groups, which may have rules about custom fields. */
export async function groupsWithRules(db: Db, orgId: string): Promise<FieldUser[]> {
  const groups = await smartGroups({ db, orgId })
  return groups.map(({ id, name, filter }) => ({
    use: { type: 'group', id, name },
    uses: (field) => filterNames(filter, field),
  }))
}
