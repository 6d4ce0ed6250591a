import type { ContactAction } from '@crewline/contract/contact-lists'
import type { Selection } from '@crewline/contract/filters'
import { filterFieldsUsed } from '@crewline/contract/filters'

/**
 * Returns a selection for the audit trail, without its words and values: they may be personal data, and the audit trail
 * is permanent.
 */
export function selectionDetails({ selectedAll, audience, excludedIds }: Selection): Record<string, unknown> {
  if (!selectedAll) return { selectedAll }
  const { search = '', reach = 'all', groupId, filter } = audience ?? {}
  return {
    selectedAll,
    reach,
    excluded: excludedIds.length,
    searched: search !== '',
    ...(groupId ? { groupId } : {}),
    ...(filter ? { ruledBy: [...filterFieldsUsed(filter)] } : {}),
  }
}

/** Returns an action for the audit trail, without the value it wrote. */
export function actionDetails(action: ContactAction): Record<string, unknown> {
  switch (action.act) {
    case 'edit':
      return { act: action.act, field: action.field }
    case 'opt_out':
      return { act: action.act }
    case 'attest':
      return { act: action.act, method: action.method, date: action.date }
    case 'shift':
      return { act: action.act, ...action.choice }
    case 'groups':
    case 'status':
    case 'archive':
      return { ...action }
  }
}
