import { msg } from '@crewline/contract/localized-text'
import type { FilterNode } from '@crewline/contract/filters'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { checkRules } from './access.ts'
import { refuseName, write } from './create.ts'
import { evaluateNowOrLater } from './evaluate.ts'
import { groupsNamed } from '@crewline/contract/filters'
import {
  lockGroupRows,
  isNameTaken,
  lockGroups,
  saveGroup,
  setManager,
  type Manager,
  type StoredGroup,
} from './store/groups.ts'
import { upkeepOf } from './upkeep.ts'

/** The parts of a group that a parent organization shares: its description and rules, never its contacts. */
export interface SharedGroup {
  name: string
  description: string
  color: string
  filter: FilterNode
}

/**
 * Locks an own smart group and returns what can be shared; `undefined` when it is missing or managed elsewhere. Fails
 * with `invalid` for manual groups and rules that reference other groups.
 */
export async function readSharedGroup(tx: Tx, id: string): Promise<SharedGroup | undefined> {
  const [group] = await lockGroupRows(tx, [id])
  if (!group || group.managedBy !== null) return undefined
  const { name, description, color, filter } = group
  if (group.type !== 'dynamic' || filter === null)
    return fail('invalid', {
      text: msg({
        message: 'Only smart groups can be shared, because the contacts of a manual group belong to this organization.',
      }),
    })
  if (groupsNamed(filter).length > 0)
    return fail('invalid', {
      text: msg({ message: 'Its rules refer to another group of this organization. Remove those rules first.' }),
    })
  return { name, description, color, filter }
}

/**
 * Updates the copy of a group that the parent organization shares, or creates one, and returns its id. Fails with a
 * message when the name is taken or the rules cannot be read here.
 */
export async function keepManagedGroup(
  tx: Tx,
  above: SharedGroup,
  from: { manager: Manager; copyId: string | null },
): Promise<string> {
  await lockGroups(tx)
  const [existing] = from.copyId ? await lockGroupRows(tx, [from.copyId]) : []
  if (existing?.managedBy === from.manager.id && isSame(existing, above)) {
    await setManager(upkeepOf(tx), existing.id, from.manager)
    return existing.id
  }
  const id = existing?.id ?? tx.world.id()
  const filter = await checkRules(tx, id, above.filter)
  const upkeep = upkeepOf(tx)
  const parts = { id, name: above.name, description: above.description, color: above.color, filter }
  if (existing) {
    if (await isNameTaken(upkeep, above.name, id)) refuseName()
    await saveGroup(upkeep, { ...existing, ...parts })
  } else await write(upkeep, { ...parts, type: 'dynamic' })
  await setManager(upkeep, id, from.manager)
  tx.audit('group.handed-down', id, { name: above.name })
  await evaluateNowOrLater(tx, { id, filter }, null)
  return id
}

/** Turns a managed group into an own group of its organization, which keeps the contacts in it. */
export async function releaseGroup(tx: Tx, id: string): Promise<void> {
  await setManager(upkeepOf(tx), id, null)
  tx.audit('group.released', id)
}

function isSame(group: SharedGroup | StoredGroup, above: SharedGroup): boolean {
  const partsOf = ({ name, description, color, filter }: SharedGroup | StoredGroup) =>
    JSON.stringify([name, description, color, filter])
  return partsOf(group) === partsOf(above)
}
