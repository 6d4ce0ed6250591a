import { verbatim, type Words } from '@crewline/contract/words'
import type { Use } from '@crewline/contract/fields'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { editGroup, Group } from '@crewline/contract/groups'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { checkRules, ownGroup, refuseNarrow } from './access.ts'
import { refuseName } from './create.ts'
import { GroupEdited } from './facts.ts'
import { evaluateSoon } from './evaluate.ts'
import { archiveGroup, isNameTaken, lockGroups, saveGroup } from './store/groups.ts'
import { emptyGroup } from './store/members.ts'
import { allowLong } from './store/patience.ts'
import { upkeepOf } from './upkeep.ts'
import { groupById } from './views/groups.ts'
import { usesOf } from './views/uses.ts'

/** Changes what is said of a group; other rules are evaluated at once, or in the background where that takes long. */
export async function edit(scope: Scope, id: string, changes: BodyOf<typeof editGroup>): Promise<{ group: Group }> {
  await scope.tx(async (tx) => {
    // Names and rules of other groups stand still while they are compared.
    await lockGroups(tx)
    const before = await ownGroup(tx, id)
    if (changes.filter && before.type !== 'dynamic')
      fail('invalid', {
        fieldErrors: {
          filter: { en: 'A group made by hand has no rules.', es: 'Un grupo hecho a mano no tiene reglas.' },
        },
      })
    if (changes.filter) refuseNarrow(tx)
    const filter = changes.filter ? await checkRules(tx, id, changes.filter) : before.filter
    const after = {
      ...before,
      name: (changes.name ?? before.name).toWellFormed(),
      description: (changes.description ?? before.description).toWellFormed(),
      color: (changes.color ?? before.color).toWellFormed(),
      filter,
    }
    const isTaken = await tx.unscoped(() => isNameTaken(tx, after.name, id))
    if (after.name !== before.name && isTaken) refuseName()
    await saveGroup(upkeepOf(tx), after)
    tx.publish(GroupEdited, { groupId: id })
    tx.audit('group.changed', id, { fields: Object.keys(changes) })
    if (changes.filter && filter) await evaluateSoon(tx, { id, filter }, upkeepOf(tx).by)
  })
  return { group: await groupById(scope, id) }
}

/** What stands in the way of deleting a group whatever is asked: what it says would change who sees or gets something. */
const NEVER_FORCED = new Set<Use['type']>(['member', 'group'])

/** Deletes a group nothing uses; forced, also one that only saved lists and the like name. */
export async function remove(scope: Scope, id: string, force: boolean): Promise<object> {
  await scope.tx(async (tx) => {
    await lockGroups(tx)
    const group = await ownGroup(tx, id)
    await refuseUsed(tx, id, force)
    const upkeep = upkeepOf(tx)
    // Each of its people leaves a line of history.
    await allowLong(tx.db)
    await tx.unscoped(async () => {
      await emptyGroup(upkeep, id)
      await archiveGroup(upkeep, id)
    })
    tx.publish(GroupEdited, { groupId: id })
    tx.audit('group.deleted', id, { name: group.name })
  })
  return {}
}

async function refuseUsed(tx: Tx, id: string, force: boolean): Promise<void> {
  const uses = await tx.unscoped(() => usesOf(tx.db, tx.orgId, id))
  const inTheWay = uses.filter((use) => !force || NEVER_FORCED.has(use.type))
  if (inTheWay.length === 0) return
  const hasMore = inTheWay.length > 5
  const names = inTheWay
    .slice(0, 5)
    .map((use) => use.name)
    .join(', ')
  const words: Words = {
    en: `This group is used by ${names}${hasMore ? ' and more' : ''}. Remove it there first.`,
    es: `Este grupo se usa en ${names}${hasMore ? ' y más' : ''}. Primero quítalo de allí.`,
  }
  fail('group_in_use', {
    words,
    fieldErrors: Object.fromEntries(inTheWay.map((use) => [`${use.type}.${use.id}`, verbatim(use.name)])),
  })
}
