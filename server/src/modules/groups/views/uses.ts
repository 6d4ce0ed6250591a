import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { groupsNamed } from '../filter-rules/uses.ts'
import { groupUses } from '../plugs.ts'
import { smartGroups } from '../store/groups.ts'

/** What uses a group: members and invited people limited to it, rules of other groups, and what later rooms know. */
export async function usesOf(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const [uses, later] = await Promise.all([usesOfMany(db, orgId, [groupId]), groupUses.get()(db, orgId, groupId)])
  const known = uses.get(groupId) ?? []
  // One group at a time is asked of later rooms; a page of groups shows what this room knows.
  return [...known.filter((use) => !later.some((one) => one.type === use.type && one.id === use.id)), ...later]
}

/** The same for several groups at once, without what only later rooms know. */
export async function usesOfMany(db: Db, orgId: string, groupIds: string[]): Promise<Map<string, Use[]>> {
  const [members, invited, smart] = await Promise.all([
    sql<{ group_id: string; id: string; name: string }>`
      select v.group_id, m.id, trim(p.firstname || ' ' || p.lastname) as name
      from member_group v join member m on m.org_id = v.org_id and m.id = v.member_id join person p on p.id = m.person_id
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
