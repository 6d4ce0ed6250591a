import type { Tx } from '../../../kernel/scope.ts'
import { addMemberships, groupsByName, joinableGroups, removeMembers, type Membership } from '../../groups/index.ts'
import { groupNames } from '../../team/index.ts'
import type { Importer } from '../actor.ts'
import { listVisibleGroupIds } from '../member-views.ts'
import type { GivingRow } from './chunk-views.ts'

/** Group options of an import: the groups every row is added to, and whether missing groups are created. */
export interface Giving {
  groupIds: string[]
  makeGroups: boolean
}

/**
 * Adds the contacts of rows to the groups they name and to those for every row; returns the new members by group. Leaves out
 * groups that an HR system or a parent organization keeps.
 */
export async function assignGroups(
  tx: Tx,
  { visibleDb }: Importer,
  rows: GivingRow[],
  { groupIds, makeGroups }: Giving,
): Promise<Map<string, string[]>> {
  const names = new Set<string>()
  for (const row of rows) for (const name of row.groups ?? []) names.add(name)
  const mine = visibleDb ? new Set(await listVisibleGroupIds(visibleDb)) : undefined
  const groupsByKey =
    names.size > 0
      ? await groupsByName(tx, [...names], { make: makeGroups && !mine })
      : new Map<string, { id: string }>()
  // Groups that another system keeps, or that were deleted by now, get no one; the others are used.
  const joinable = await joinableGroups(tx.db, tx.orgId, [
    ...groupIds,
    ...[...groupsByKey.values()].map((group) => group.id),
    ...(mine ?? []),
  ])
  const named = new Map([...names].map((name) => [name, groupsByKey.get(name.trim().toLowerCase())?.id]))
  const memberships: Membership[] = []
  for (const row of rows) {
    const ids = new Set(groupIds.filter((id) => joinable.has(id)))
    for (const name of row.groups ?? []) {
      const id = named.get(name)
      if (id !== undefined && joinable.has(id)) ids.add(id)
    }
    const visibleGroupIds = mine ? [...ids].filter((id) => mine.has(id)) : [...ids]
    const first = [...(mine ?? [])].find((id) => joinable.has(id))
    // A member with a group scope must see the contacts they added.
    if (mine && row.kind === 'new' && visibleGroupIds.length === 0 && first) visibleGroupIds.push(first)
    for (const groupId of visibleGroupIds) memberships.push({ groupId, contactId: row.id })
  }
  return memberships.length > 0 ? addMemberships(tx, memberships, 'import') : new Map()
}

/** Removes memberships that an import added. */
export async function takeGroups(tx: Tx, membersByGroup: Map<string, string[]>): Promise<void> {
  const still = new Set((await groupNames.get()(tx.db, tx.orgId, [...membersByGroup.keys()])).map((group) => group.id))
  for (const [groupId, contactIds] of [...membersByGroup].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (still.has(groupId)) await removeMembers(tx, groupId, contactIds, 'import')
}
