import type { CallInput } from '../../../shared/api/from-contract.ts'
import type { Picks } from '../../../shared/ui/table/selection.ts'

/** The selected contacts of a group. */
export interface PickedContacts {
  groupId: string
  /** The search that narrows the list while all of it is selected. */
  search: string
  picks: Picks
}

/** Builds the request body for the selected contacts: ids, or all of the list except the excluded ids. */
export function selectionOf({ groupId, search, picks }: PickedContacts): CallInput<'removeFromGroup'>['body'] {
  const ids = [...picks.ids]
  if (!picks.isAll) return { contacts: ids }
  return { selectedAll: true, audience: { search, groupId }, excludedIds: ids }
}

/** Builds the request body that copies the selected contacts. */
export function copyOf(selection: PickedContacts, targetGroupId: string): CallInput<'copyGroup'>['body'] {
  const { groupId: currentGroupId, search, picks } = selection
  const ids = [...picks.ids]
  if (!picks.isAll) return { contactIds: ids, currentGroupId, targetGroupId }
  return { selectedAll: true, excludedIds: ids, search, currentGroupId, targetGroupId }
}
