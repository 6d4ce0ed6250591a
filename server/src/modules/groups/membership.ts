import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { lockEditableGroup, lockEditableGroups } from './access.ts'
import { evaluateIn, publishGroupChanged } from './evaluate.ts'
import { addGroup, type StoredGroup } from './store/groups.ts'
import { insertMemberships } from './store/join-many.ts'
import { join, leave, pin } from './store/members.ts'
import { upkeepOf, type Cause } from './upkeep.ts'
import { groupsNamedLike } from './views/names.ts'

/**
 * Adds contacts the caller may see to a group; in a smart group they are pinned in. Returns the contacts that were not
 * in it before. Fails for groups that are not visible or are managed elsewhere. The caller writes the audit entry.
 */
export async function addMembers(tx: Tx, groupId: string, contactIds: string[], cause: Cause): Promise<string[]> {
  return joinOne(tx, await lockEditableGroup(tx, groupId), contactIds, cause)
}

/** A contact to add to a group. */
export interface Membership {
  groupId: string
  contactId: string
}

/** Adds contacts to many groups at once; returns, by group, the contacts that were not in it before. */
export async function addMemberships(tx: Tx, memberships: Membership[], cause: Cause): Promise<Map<string, string[]>> {
  const groups = await lockEditableGroups(
    tx,
    memberships.map((membership) => membership.groupId),
  )
  const staticGroupIds = new Set(groups.filter((group) => !group.filter).map((group) => group.id))
  const joined = await tx.unscoped(() =>
    insertMemberships(
      upkeepOf(tx),
      memberships.filter((membership) => staticGroupIds.has(membership.groupId)),
      cause,
    ),
  )
  for (const [groupId, contactIds] of joined) publishGroupChanged(tx, groupId, contactIds)
  for (const group of groups.filter((candidate) => candidate.filter)) {
    const ids = memberships
      .filter((membership) => membership.groupId === group.id)
      .map((membership) => membership.contactId)
    joined.set(group.id, await joinOne(tx, group, ids, cause))
  }
  return joined
}

/**
 * Removes contacts the caller may see from a group; in a smart group they are pinned out. Returns the contacts that
 * were in it before.
 */
export async function removeMembers(tx: Tx, groupId: string, contactIds: string[], cause: Cause): Promise<string[]> {
  return leaveOne(tx, await lockEditableGroup(tx, groupId), contactIds, cause)
}

/** Checks whether all these groups are manual, so that membership changes can be undone. */
export async function areStaticGroups(tx: Tx, ids: string[]): Promise<boolean> {
  return (await lockEditableGroups(tx, ids)).every((group) => !group.filter)
}

/** Like `addMembers` for a group that is already loaded. */
export async function joinOne(tx: Tx, group: StoredGroup, contactIds: string[], cause: Cause): Promise<string[]> {
  const upkeep = upkeepOf(tx)
  if (group.filter) {
    await tx.unscoped(() => pin(upkeep, group.id, contactIds, 'in'))
    return (await evaluateIn(tx, { id: group.id, filter: group.filter }, contactIds, true)).members?.joined ?? []
  }
  const joined = await tx.unscoped(() => join(upkeep, group.id, contactIds, cause))
  publishGroupChanged(tx, group.id, joined)
  return joined
}

/** Like `removeMembers` for a group that is already loaded. */
export async function leaveOne(tx: Tx, group: StoredGroup, contactIds: string[], cause: Cause): Promise<string[]> {
  const upkeep = upkeepOf(tx)
  if (group.filter) {
    await tx.unscoped(() => pin(upkeep, group.id, contactIds, 'out'))
    return (await evaluateIn(tx, { id: group.id, filter: group.filter }, contactIds, true)).members?.left ?? []
  }
  const removed = await tx.unscoped(() => leave(upkeep, group.id, contactIds, cause))
  publishGroupChanged(tx, group.id, removed)
  return removed
}

/**
 * Returns the groups with these names, by lower-cased name, for lists that contain names. With `make`, creates a manual
 * group for each missing name. `addMembers` refuses groups that cannot be edited by hand.
 */
export async function groupsByName(
  tx: Tx,
  names: string[],
  { make }: { make: boolean },
): Promise<Map<string, { id: string; name: string }>> {
  const namesByKey = new Map(
    names
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => [name.toLowerCase(), name]),
  )
  const groups = await groupsNamedLike(tx.db, tx.orgId, [...namesByKey.keys()])
  if (!make) return groups
  for (const [key, name] of namesByKey) {
    if (groups.has(key)) continue
    const group = { id: tx.world.id(), name, description: '', color: 'gray', type: 'static' as const, filter: null }
    if (!(await tx.unscoped(() => addGroup(upkeepOf(tx), group)))) fail('name_taken')
    tx.audit('group.created', group.id, { name, type: 'static' })
    groups.set(key, { id: group.id, name })
  }
  return groups
}
