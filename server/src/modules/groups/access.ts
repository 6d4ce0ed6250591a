import type { FilterNode } from '@crewline/contract/filters'
import { HOLDERS, type Permission } from '@crewline/contract/permissions'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { circleOf } from './filter-rules/circles.ts'
import { checkFilter } from './filter-rules/check.ts'
import { filterContext } from './context.ts'
import { filterFieldsUsed, groupsNamed } from './filter-rules/uses.ts'
import { holdGroups, lockGroups, smartGroups, type StoredGroup } from './store/groups.ts'
import { systemKeyOf } from './filter-rules/system-groups.ts'

/** A group that may be changed here, locked; `not_found` out of sight, `managed_elsewhere` where somebody else keeps it. */
export async function ownGroup(tx: Tx, id: string): Promise<StoredGroup> {
  const [group] = await ownGroups(tx, [id])
  return group ?? fail('not_found')
}

/** The same for several, all or none. */
export async function ownGroups(tx: Tx, ids: string[]): Promise<StoredGroup[]> {
  const wanted = [...new Set(ids)]
  const held = await holdGroups(tx, wanted)
  if (held.length < wanted.length) fail('not_found')
  for (const group of held) refuseKept(group)
  return held
}

function refuseKept(group: StoredGroup): void {
  if (group.type === 'system')
    fail('managed_elsewhere', { words: 'Every organization has this group. It cannot be changed.' })
  if (group.managedBy !== null) fail('managed_elsewhere')
  if (group.type === 'hris')
    fail('managed_elsewhere', { words: 'This group is kept by another system. Change it there.' })
}

/** Rules decide over everybody: who sees some groups only may not write them. */
export function refuseNarrow(tx: Tx): void {
  if (tx.actor.kind === 'member' && tx.actor.scope === 'groups')
    fail('not_permitted', { words: 'You see some groups only. Ask an admin to write rules for everybody.' })
}

/**
 * Refuses rules that a group cannot have: none at all, ones that cannot be read, groups that are not there, a circle. Other
 * groups stand still until the transaction ends.
 */
export async function checkRules(tx: Tx, id: string, filter: FilterNode | undefined): Promise<FilterNode> {
  if (!filter || filterFieldsUsed(filter).size === 0)
    return fail('invalid', { words: 'Add at least one rule.', fieldErrors: { filter: 'Add at least one rule.' } })
  const { actor } = tx
  // What the product itself writes, as rules handed down, may ask for everything.
  const can = actor.kind === 'member' ? { can: (one: Permission) => HOLDERS[one].includes(actor.role) } : {}
  checkFilter(filter, await filterContext({ db: tx.db, org: tx.org, world: tx.world, ...can }, filter))
  await lockGroups(tx)
  const named = groupsNamed(filter)
  const known = await holdGroups(
    tx,
    named.filter((one) => !systemKeyOf(tx.orgId, one)),
  )
  const missing = named.some((one) => !systemKeyOf(tx.orgId, one) && !known.some((group) => group.id === one))
  if (missing) fail('invalid', { fieldErrors: { filter: 'A group of these rules is gone. Choose another one.' } })
  const others = (await smartGroups(tx)).filter((group) => group.id !== id)
  const circle = circleOf(id, filter, others)
  if (circle) {
    const words =
      circle.length === 0
        ? 'A group cannot ask for itself.'
        : `${circle.join(' → ')} asks for this group. Two groups cannot ask for each other.`
    fail('group_cycle', { words, fieldErrors: { filter: words } })
  }
  return filter
}
