import type { Tx } from '../../kernel/scope.ts'
import { publishGroupChanged } from './evaluate.ts'
import { join, leave } from './store/members.ts'
import { dropPins, addPins, membershipsOf, takePins, type Membership, type Pin } from './store/person.ts'
import { upkeepOf } from './upkeep.ts'

/**
 * The groups of a contact that was merged into another, and what the other contact received from them. Must survive
 * JSON.
 */
export interface MovedGroups {
  memberships: Membership[]
  joined: string[]
  pins: Pin[]
  pinned: string[]
}

/**
 * Adds a contact to the manual groups of another contact and removes that other contact from all groups. Smart groups
 * are left to their rules, but pins are kept. Covers all groups, including those the actor does not see.
 */
export async function mergeGroups(tx: Tx, fromId: string, toId: string): Promise<MovedGroups> {
  const upkeep = upkeepOf(tx)
  const memberships = await membershipsOf(upkeep, fromId)
  const joined: string[] = []
  for (const { groupId, isStatic } of memberships) {
    const added = isStatic ? await join(upkeep, groupId, [toId], 'merge') : []
    await leave(upkeep, groupId, [fromId], 'merge')
    if (added.length > 0) joined.push(groupId)
    publishGroupChanged(tx, groupId, [...added, fromId])
  }
  const pins = await takePins(upkeep, fromId)
  return { memberships, joined, pins, pinned: await addPins(upkeep, toId, pins) }
}

/** Undoes `mergeGroups` for the groups that still exist. */
export async function unmergeGroups(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  { memberships, joined, pins, pinned }: MovedGroups,
): Promise<void> {
  const upkeep = upkeepOf(tx)
  const now = new Map((await membershipsOf(upkeep, toId)).map((membership) => [membership.groupId, membership.cause]))
  for (const { groupId, cause } of memberships) {
    // Keeps contacts that were added by hand since the merge.
    const removed =
      joined.includes(groupId) && now.get(groupId) === 'merge' ? await leave(upkeep, groupId, [toId], 'merge') : []
    const added = await join(upkeep, groupId, [fromId], cause)
    publishGroupChanged(tx, groupId, [...removed, ...added])
  }
  await dropPins(upkeep, toId, pinned)
  await addPins(upkeep, fromId, pins)
}

/** Removes contacts from all groups and deletes their pins and history, including groups the actor does not see. */
export async function eraseMemberships(tx: Tx, contactIds: string[]): Promise<void> {
  const upkeep = upkeepOf(tx)
  for (const contactId of contactIds) {
    for (const { groupId } of await membershipsOf(upkeep, contactId)) {
      await leave(upkeep, groupId, [contactId], 'hand')
      publishGroupChanged(tx, groupId, [contactId])
    }
    await takePins(upkeep, contactId)
  }
}
