import type { ContactAct } from '@crewline/contract/roster'
import type { Selection } from '@crewline/contract/filters'
import { filterFieldsUsed } from '../groups/index.ts'

/** A selection as the audit trail keeps it: never the words and values in it, which may be somebody's and are kept for good. */
export function noted({ selectedAll, audience, excludedIds }: Selection): Record<string, unknown> {
  if (!selectedAll) return { selectedAll }
  const { search = '', reach = 'all', groupId, filter } = audience ?? {}
  return {
    ...{ selectedAll, reach, excluded: excludedIds.length, searched: search !== '' },
    ...(groupId ? { groupId } : {}),
    ...(filter ? { ruledBy: [...filterFieldsUsed(filter)] } : {}),
  }
}

/** An act as the audit trail keeps it: what it did, without the value it wrote. */
export function notedAct(act: ContactAct): Record<string, unknown> {
  switch (act.act) {
    case 'edit':
      return { act: act.act, field: act.field }
    case 'opt_out':
      return { act: act.act }
    case 'groups':
    case 'status':
    case 'archive':
      return { ...act }
  }
}
