import type { ReplyOf } from '@crewline/contract/endpoint'
import type { unpinContacts } from '@crewline/contract/groups'
import type { Scope } from '../../kernel/scope.ts'
import { lockEditableGroup } from './access.ts'
import { evaluateIn } from './evaluate.ts'
import { NO_CHANGES } from './store/evaluate.ts'
import { deletePins } from './store/pins.ts'
import { upkeepOf } from './upkeep.ts'
import { filterVisibleContactIds } from './views/names.ts'

/**
 * Unpins visible contacts in a smart group, which then follow its rules. Does nothing in a manual group, which has no
 * pins.
 */
export async function unpin(
  scope: Scope,
  groupId: string,
  contacts: string[],
): Promise<Omit<ReplyOf<typeof unpinContacts>, 'status'>> {
  return scope.tx(async (tx) => {
    const group = await lockEditableGroup(tx, groupId)
    const visibleIds = await filterVisibleContactIds(tx.db, contacts)
    const ids = await tx.unscoped(() => deletePins(upkeepOf(tx), group.id, visibleIds))
    const { filter } = group
    const { joined: added, left: removed } =
      filter && ids.length > 0 ? await evaluateIn(tx, { id: group.id, filter }, ids) : NO_CHANGES
    tx.audit('group.people-unpinned', groupId, { people: ids.length, added, removed })
    return { added, removed, skipped: new Set(contacts).size - ids.length, duplicates: 0, invalid: [] }
  })
}
