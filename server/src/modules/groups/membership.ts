import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ownGroup, ownGroups } from './access.ts'
import { evaluateIn, tellMoved } from './evaluate.ts'
import { addGroup, type StoredGroup } from './store/groups.ts'
import { joinMany } from './store/join-many.ts'
import { join, leave, pin } from './store/members.ts'
import { upkeepOf, type Cause } from './upkeep.ts'
import { groupsNamedLike } from './views/names.ts'

/**
 * Puts workers the caller may see into a group; into one with rules as always in. Answers those who were not in it.
 * Refuses groups out of sight and those somebody else keeps. Audit is the caller's.
 */
export async function addMembers(tx: Tx, groupId: string, contactIds: string[], cause: Cause): Promise<string[]> {
  return joinOne(tx, await ownGroup(tx, groupId), contactIds, cause)
}

/** Who is to come into which group. */
export interface Membership {
  groupId: string
  contactId: string
}

/** The same for many groups at once; answers, by the group, those who were not in it. */
export async function addManyMembers(tx: Tx, given: Membership[], cause: Cause): Promise<Map<string, string[]>> {
  const groups = await ownGroups(
    tx,
    given.map((one) => one.groupId),
  )
  const byHand = new Set(groups.filter((group) => !group.filter).map((group) => group.id))
  const joined = await tx.unscoped(() =>
    joinMany(
      upkeepOf(tx),
      given.filter((one) => byHand.has(one.groupId)),
      cause,
    ),
  )
  for (const [groupId, contactIds] of joined) tellMoved(tx, groupId, contactIds)
  for (const group of groups.filter((one) => one.filter)) {
    const ids = given.filter((one) => one.groupId === group.id).map((one) => one.contactId)
    joined.set(group.id, await joinOne(tx, group, ids, cause))
  }
  return joined
}

/** Takes workers the caller may see out of a group; out of one with rules as never in. Answers those who were in it. */
export async function removeMembers(tx: Tx, groupId: string, contactIds: string[], cause: Cause): Promise<string[]> {
  return leaveOne(tx, await ownGroup(tx, groupId), contactIds, cause)
}

/** Whether all of these groups are made by hand, so that who came or went can be put back as they were. */
export async function areByHand(tx: Tx, ids: string[]): Promise<boolean> {
  return (await ownGroups(tx, ids)).every((group) => !group.filter)
}

/** The same for a group at hand. */
export async function joinOne(tx: Tx, group: StoredGroup, contactIds: string[], cause: Cause): Promise<string[]> {
  const upkeep = upkeepOf(tx)
  if (group.filter) {
    await tx.unscoped(() => pin(upkeep, group.id, contactIds, 'in'))
    return (await evaluateIn(tx, { id: group.id, filter: group.filter }, contactIds, true)).who?.joined ?? []
  }
  const joined = await tx.unscoped(() => join(upkeep, group.id, contactIds, cause))
  tellMoved(tx, group.id, joined)
  return joined
}

/** The same for a group at hand. */
export async function leaveOne(tx: Tx, group: StoredGroup, contactIds: string[], cause: Cause): Promise<string[]> {
  const upkeep = upkeepOf(tx)
  if (group.filter) {
    await tx.unscoped(() => pin(upkeep, group.id, contactIds, 'out'))
    return (await evaluateIn(tx, { id: group.id, filter: group.filter }, contactIds, true)).who?.left ?? []
  }
  const left = await tx.unscoped(() => leave(upkeep, group.id, contactIds, cause))
  tellMoved(tx, group.id, left)
  return left
}

/**
 * The groups of these names, by the lower-cased name, for lists that come with names. With `make` a group that is missing is
 * made by hand. Groups that people cannot be put into are refused by `addMembers`.
 */
export async function groupsByName(
  tx: Tx,
  names: string[],
  { make }: { make: boolean },
): Promise<Map<string, { id: string; name: string }>> {
  const wanted = new Map(
    names
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => [name.toLowerCase(), name]),
  )
  const known = await groupsNamedLike(tx.db, tx.orgId, [...wanted.keys()])
  if (!make) return known
  for (const [key, name] of wanted) {
    if (known.has(key)) continue
    const group = { id: tx.world.id(), name, description: '', color: 'gray', type: 'static' as const, filter: null }
    if (!(await tx.unscoped(() => addGroup(upkeepOf(tx), group)))) fail('name_taken')
    tx.audit('group.created', group.id, { name, type: 'static' })
    known.set(key, { id: group.id, name })
  }
  return known
}
