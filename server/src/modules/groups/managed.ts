import type { FilterNode } from '@crewline/contract/filters'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { checkRules } from './access.ts'
import { refuseName, write } from './create.ts'
import { evaluateSoon } from './evaluate.ts'
import { groupsNamed } from './filter-rules/uses.ts'
import {
  holdGroups,
  isNameTaken,
  lockGroups,
  saveGroup,
  setManager,
  type Manager,
  type StoredGroup,
} from './store/groups.ts'
import { upkeepOf } from './upkeep.ts'

/** A group as an organization hands it down: never its people, only what describes them. */
export interface HandedDown {
  name: string
  description: string
  color: string
  filter: FilterNode
}

/** A smart group of its own that an organization may hand down, or `undefined`; refuses rules that mean nothing elsewhere. */
export async function groupToHandDown(tx: Tx, id: string): Promise<HandedDown | undefined> {
  const [group] = await holdGroups(tx, [id])
  if (!group || group.managedBy !== null) return undefined
  const { name, description, color, filter } = group
  if (group.type !== 'dynamic' || filter === null)
    return fail('invalid', {
      words: {
        en: 'Only smart groups can be handed down: the people of a group by hand are of here.',
        es: 'Solo se pueden compartir grupos inteligentes: las personas de un grupo a mano son de aquí.',
      },
    })
  if (groupsNamed(filter).length > 0)
    return fail('invalid', {
      words: {
        en: 'Its rules ask for another group of this organization. Describe people without it.',
        es: 'Sus reglas preguntan por otro grupo de esta organización. Describe a las personas sin él.',
      },
    })
  return { name, description, color, filter }
}

/**
 * Keeps a group here as the organization above has it: the copy named, or a new one. Answers its id; refuses in words a
 * name that is taken and rules that cannot be read here.
 */
export async function keepManagedGroup(
  tx: Tx,
  above: HandedDown,
  from: { manager: Manager; copyId: string | null },
): Promise<string> {
  await lockGroups(tx)
  const [known] = from.copyId ? await holdGroups(tx, [from.copyId]) : []
  if (known?.managedBy === from.manager.id && isSame(known, above)) {
    await setManager(upkeepOf(tx), known.id, from.manager)
    return known.id
  }
  const id = known?.id ?? tx.world.id()
  const filter = await checkRules(tx, id, above.filter)
  const upkeep = upkeepOf(tx)
  const parts = { id, name: above.name, description: above.description, color: above.color, filter }
  if (known) {
    if (await isNameTaken(upkeep, above.name, id)) refuseName()
    await saveGroup(upkeep, { ...known, ...parts })
  } else await write(upkeep, { ...parts, type: 'dynamic' })
  await setManager(upkeep, id, from.manager)
  tx.audit('group.handed-down', id, { name: above.name })
  await evaluateSoon(tx, { id, filter }, null)
  return id
}

/** Gives a managed group to its own organization, which keeps it with its people. */
export async function releaseGroup(tx: Tx, id: string): Promise<void> {
  await setManager(upkeepOf(tx), id, null)
  tx.audit('group.released', id)
}

function isSame(known: HandedDown | StoredGroup, above: HandedDown): boolean {
  const partsOf = ({ name, description, color, filter }: HandedDown | StoredGroup) =>
    JSON.stringify([name, description, color, filter])
  return partsOf(known) === partsOf(above)
}
