import type { Saying } from '../../shared/api/from-contract.ts'
import type { Picks } from '../../shared/ui/picks.ts'

/** The people of a group that are chosen, as acts on them name them. */
export interface PickedPeople {
  groupId: string
  /** What the list is narrowed to while everybody in it is chosen. */
  search: string
  picks: Picks
}

/** How an act names the chosen people: one by one, or all that the list shows but those left out. */
export function selectionOf({ groupId, search, picks }: PickedPeople): Saying<'removeFromGroup'>['body'] {
  const ids = [...picks.ids]
  if (!picks.isAll) return { contacts: ids }
  return { selectedAll: true, audience: { search, groupId }, excludedIds: ids }
}

/** How a copy of the chosen people is asked for. */
export function copyOf(people: PickedPeople, targetGroupId: string): Saying<'copyGroup'>['body'] {
  const { groupId: currentGroupId, search, picks } = people
  const ids = [...picks.ids]
  if (!picks.isAll) return { contactIds: ids, currentGroupId, targetGroupId }
  return { selectedAll: true, excludedIds: ids, search, currentGroupId, targetGroupId }
}
