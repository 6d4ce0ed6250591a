import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { FilterNode } from '@crewline/contract/filters'
import type { Permission } from '@crewline/contract/permissions'
import { fail } from '../../kernel/failure.ts'
import { hasPermission, type Tx } from '../../kernel/scope.ts'
import { circleOf } from './filter-rules/circles.ts'
import { checkFilter, filterContext } from '../audience/index.ts'
import { filterFieldsUsed, groupsNamed } from '@crewline/contract/filters'
import { lockGroupRows, lockGroups, smartGroups, type StoredGroup } from './store/groups.ts'
import { systemKeyOf } from './filter-rules/system-groups.ts'

/**
 * Locks and returns an editable group. Fails with `not_found` when it is not visible, and with `managed_elsewhere` when
 * it is a system group or managed elsewhere.
 */
export async function lockEditableGroup(tx: Tx, id: string): Promise<StoredGroup> {
  const [group] = await lockEditableGroups(tx, [id])
  return group ?? fail('not_found')
}

/** Like `ownGroup` for several groups; fails unless all of them qualify. */
export async function lockEditableGroups(tx: Tx, ids: string[]): Promise<StoredGroup[]> {
  const groupIds = [...new Set(ids)]
  const held = await lockGroupRows(tx, groupIds)
  if (held.length < groupIds.length) fail('not_found')
  for (const group of held) refuseManaged(group)
  return held
}

function refuseManaged(group: StoredGroup): void {
  if (group.type === 'system')
    fail('managed_elsewhere', {
      text: msg({ message: "This group is built in and can't be changed." }),
    })
  if (group.managedBy !== null) fail('managed_elsewhere')
  if (group.type === 'hris')
    fail('managed_elsewhere', {
      text: msg({ message: 'This group is kept by another system. Change it there.' }),
    })
}

/** Refuses members who see only some groups: rules apply to all contacts of the organization. */
export function refuseGroupScope(tx: Tx): void {
  if (tx.actor.kind === 'member' && tx.actor.scope === 'groups')
    fail('not_permitted', {
      text: msg({ message: 'You can only see some groups. Ask an admin to write rules for all contacts.' }),
    })
}

// Groups give their shift to their members, so that such a group could decide about itself.
const NO_SHIFTS: LocalizedText = msg({
  message:
    "Smart groups can't use shifts, because people can have them through their groups. Use a saved view instead.",
})
const NO_RULE: LocalizedText = msg({ message: 'Add at least one rule.' })

/**
 * Refuses rules that a group cannot have: no rules, unreadable rules, references to missing groups, and reference
 * cycles. Locks the groups of the organization until the transaction ends.
 */
export async function checkRules(tx: Tx, id: string, filter: FilterNode | undefined): Promise<FilterNode> {
  if (!filter || filterFieldsUsed(filter).size === 0)
    return fail('invalid', { text: NO_RULE, fieldErrors: { filter: NO_RULE } })
  if (filterFieldsUsed(filter).has('shift'))
    return fail('invalid', { text: NO_SHIFTS, fieldErrors: { filter: NO_SHIFTS } })
  const { actor } = tx
  // Rules that the product writes itself, such as rules shared by a parent organization, may use every field.
  const can = actor.kind === 'member' ? { can: (permission: Permission) => hasPermission(actor, permission) } : {}
  checkFilter(filter, await filterContext({ db: tx.db, org: tx.org, world: tx.world, ...can }, filter))
  await lockGroups(tx)
  const named = groupsNamed(filter)
  const referencedGroups = await lockGroupRows(
    tx,
    named.filter((groupId) => !systemKeyOf(tx.orgId, groupId)),
  )
  const missing = named.some(
    (groupId) => !systemKeyOf(tx.orgId, groupId) && !referencedGroups.some((group) => group.id === groupId),
  )
  if (missing)
    fail('invalid', {
      fieldErrors: {
        filter: msg({ message: 'A group in these rules was deleted. Choose another one.' }),
      },
    })
  const others = (await smartGroups(tx)).filter((group) => group.id !== id)
  const circle = circleOf(id, filter, others)
  if (circle) {
    const path = circle.join(' → ')
    const text: LocalizedText =
      circle.length === 0
        ? msg({ message: "A group can't refer to itself." })
        : msg({ message: "{path} refers to this group. Two groups can't refer to each other.", values: { path } })
    fail('group_cycle', { text, fieldErrors: { filter: text } })
  }
  return filter
}
