import type { Tx } from '../../kernel/scope.ts'
import { tellMoved } from './evaluate.ts'
import { join, leave } from './store/members.ts'
import { dropPins, givePins, membershipsOf, takePins, type Membership, type Pin } from './store/person.ts'
import { upkeepOf } from './upkeep.ts'

/** The groups of a worker who became part of another, and what the other got of them; survives JSON. */
export interface MovedGroups {
  memberships: Membership[]
  joined: string[]
  pins: Pin[]
  pinned: string[]
}

/**
 * Puts a worker into the groups another is in by hand, and takes the other out of all of theirs; groups with rules are left to
 * the rules, and who was always or never in one stays so. For all groups, seen by the actor or not.
 */
export async function foldGroups(tx: Tx, fromId: string, toId: string): Promise<MovedGroups> {
  const upkeep = upkeepOf(tx)
  const memberships = await membershipsOf(upkeep, fromId)
  const joined: string[] = []
  for (const { groupId, byHand } of memberships) {
    const come = byHand ? await join(upkeep, groupId, [toId], 'merge') : []
    await leave(upkeep, groupId, [fromId], 'merge')
    if (come.length > 0) joined.push(groupId)
    tellMoved(tx, groupId, [...come, fromId])
  }
  const pins = await takePins(upkeep, fromId)
  return { memberships, joined, pins, pinned: await givePins(upkeep, toId, pins) }
}

/** Undoes `foldGroups`, for the groups there still are. */
export async function unfoldGroups(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  { memberships, joined, pins, pinned }: MovedGroups,
): Promise<void> {
  const upkeep = upkeepOf(tx)
  const now = new Map((await membershipsOf(upkeep, toId)).map((one) => [one.groupId, one.cause]))
  for (const { groupId, cause } of memberships) {
    // Who was put in again by hand since stays.
    const left =
      joined.includes(groupId) && now.get(groupId) === 'merge' ? await leave(upkeep, groupId, [toId], 'merge') : []
    const come = await join(upkeep, groupId, [fromId], cause)
    tellMoved(tx, groupId, [...left, ...come])
  }
  await dropPins(upkeep, toId, pinned)
  await givePins(upkeep, fromId, pins)
}

/** Takes workers out of all groups and forgets what was said about them there; for all groups, seen by the actor or not. */
export async function eraseMemberships(tx: Tx, contactIds: string[]): Promise<void> {
  const upkeep = upkeepOf(tx)
  for (const contactId of contactIds) {
    for (const { groupId } of await membershipsOf(upkeep, contactId)) {
      await leave(upkeep, groupId, [contactId], 'hand')
      tellMoved(tx, groupId, [contactId])
    }
    await takePins(upkeep, contactId)
  }
}
