import type { Words } from '@crewline/contract/words'
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
    fail('managed_elsewhere', {
      words: {
        en: 'Every organization has this group. It cannot be changed.',
        es: 'Todas las organizaciones tienen este grupo. No se puede cambiar.',
      },
    })
  if (group.managedBy !== null) fail('managed_elsewhere')
  if (group.type === 'hris')
    fail('managed_elsewhere', {
      words: {
        en: 'This group is kept by another system. Change it there.',
        es: 'Este grupo lo mantiene otro sistema. Cámbialo allí.',
      },
    })
}

/** Rules decide over everybody: who sees some groups only may not write them. */
export function refuseNarrow(tx: Tx): void {
  if (tx.actor.kind === 'member' && tx.actor.scope === 'groups')
    fail('not_permitted', {
      words: {
        en: 'You see some groups only. Ask an admin to write rules for everybody.',
        es: 'Solo ves algunos grupos. Pide a un administrador que escriba reglas para todos.',
      },
    })
}

const NO_RULE: Words = { en: 'Add at least one rule.', es: 'Añade al menos una regla.' }

/**
 * Refuses rules that a group cannot have: none at all, ones that cannot be read, groups that are not there, a circle. Other
 * groups stand still until the transaction ends.
 */
export async function checkRules(tx: Tx, id: string, filter: FilterNode | undefined): Promise<FilterNode> {
  if (!filter || filterFieldsUsed(filter).size === 0)
    return fail('invalid', { words: NO_RULE, fieldErrors: { filter: NO_RULE } })
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
  if (missing)
    fail('invalid', {
      fieldErrors: {
        filter: {
          en: 'A group of these rules is gone. Choose another one.',
          es: 'Un grupo de estas reglas ya no está. Elige otro.',
        },
      },
    })
  const others = (await smartGroups(tx)).filter((group) => group.id !== id)
  const circle = circleOf(id, filter, others)
  if (circle) {
    const path = circle.join(' → ')
    const words: Words =
      circle.length === 0
        ? { en: 'A group cannot ask for itself.', es: 'Un grupo no puede preguntar por sí mismo.' }
        : {
            en: `${path} asks for this group. Two groups cannot ask for each other.`,
            es: `${path} pregunta por este grupo. Dos grupos no pueden preguntar el uno por el otro.`,
          }
    fail('group_cycle', { words, fieldErrors: { filter: words } })
  }
  return filter
}
