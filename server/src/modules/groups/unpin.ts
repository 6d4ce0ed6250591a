import type { ReplyOf } from '@crewline/contract/endpoint'
import type { unpinPeople } from '@crewline/contract/groups'
import type { Scope } from '../../kernel/scope.ts'
import { ownGroup } from './access.ts'
import { evaluateIn } from './evaluate.ts'
import { NOBODY } from './store/evaluate.ts'
import { forgetPins } from './store/pins.ts'
import { upkeepOf } from './upkeep.ts'
import { inSight } from './views/names.ts'

/** Leaves workers in sight to the rules of a group again; in a group without rules nobody is pinned, so nothing happens. */
export async function unpin(
  scope: Scope,
  groupId: string,
  contacts: string[],
): Promise<Omit<ReplyOf<typeof unpinPeople>, 'status'>> {
  return scope.tx(async (tx) => {
    const group = await ownGroup(tx, groupId)
    const seen = await inSight(tx.db, contacts)
    const ids = await tx.unscoped(() => forgetPins(upkeepOf(tx), group.id, seen))
    const { filter } = group
    const { joined: added, left: removed } =
      filter && ids.length > 0 ? await evaluateIn(tx, { id: group.id, filter }, ids) : NOBODY
    tx.audit('group.people-unpinned', groupId, { people: ids.length, added, removed })
    return { added, removed, skipped: new Set(contacts).size - ids.length, duplicates: 0, invalid: [] }
  })
}
