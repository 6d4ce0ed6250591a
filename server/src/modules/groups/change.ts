import { msg } from '@crewline/contract/localized-text'
import { verbatim, type LocalizedText } from '@crewline/contract/words'
import type { Use } from '@crewline/contract/fields'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { editGroup, Group } from '@crewline/contract/groups'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { checkRules, lockEditableGroup, refuseGroupScope } from './access.ts'
import { refuseName } from './create.ts'
import { GroupEdited } from './events.ts'
import { evaluateNowOrLater } from './evaluate.ts'
import { archiveGroup, isNameTaken, lockGroups, saveGroup, type StoredGroup } from './store/groups.ts'
import { emptyGroup } from './store/members.ts'
import { allowLong } from '../../kernel/db/timeout.ts'
import { upkeepOf } from './upkeep.ts'
import { groupById } from './views/groups.ts'
import { usesInTheWay } from '../../kernel/uses.ts'
import { usesOf } from './views/uses.ts'

/**
 * Changes the details of a group. Evaluates changed rules immediately, or in the background when the group is large.
 */
export async function edit(scope: Scope, id: string, changes: BodyOf<typeof editGroup>): Promise<{ group: Group }> {
  await scope.tx(async (tx) => {
    // Locks the names and rules of other groups while they are compared.
    await lockGroups(tx)
    const before = await lockEditableGroup(tx, id)
    if (changes.filter && before.type !== 'dynamic')
      fail('invalid', {
        fieldErrors: {
          filter: msg({ message: 'A manual group has no rules.' }),
        },
      })
    if (changes.filter) refuseGroupScope(tx)
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
    // Rules can name people, who would stay in the log after they are erased.
    tx.audit('group.changed', id, changeOf(audited(before), audited(after), { without: ['filter'] }))
    if (changes.filter && filter) await evaluateNowOrLater(tx, { id, filter }, upkeepOf(tx).by)
  })
  return { group: await groupById(scope, id) }
}

function audited({ name, description, color, filter }: Pick<StoredGroup, 'name' | 'description' | 'color' | 'filter'>) {
  return { name, description, color, filter }
}

/**
 * Uses that block a deletion even with `force`: without the group, members would see other contacts, other groups would
 * change, and texts would go to people whom the group leaves out.
 */
const NEVER_FORCED = new Set<Use['type']>(['member', 'group', 'broadcast', 'celebration', 'single_sign_on'])

/** Deletes an unused group. With `force`, also deletes a group that only saved lists, forms and the like name. */
export async function remove(scope: Scope, id: string, force: boolean): Promise<object> {
  await scope.tx(async (tx) => {
    await lockGroups(tx)
    const group = await lockEditableGroup(tx, id)
    await refuseUsed(tx, id, force)
    const upkeep = upkeepOf(tx)
    // Writes one history row per member, which can take long.
    await allowLong(tx.db, 'empties a group')
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
  const blocks = ({ type }: Use) => !force || NEVER_FORCED.has(type)
  const { all, visible } = await usesInTheWay(tx, async () => (await usesOf(tx.db, tx.orgId, id)).filter(blocks))
  if (all.length === 0) return
  const shown = visible.slice(0, 5)
  const names = shown.map((use) => use.name).join(', ')
  const text: LocalizedText =
    shown.length === 0
      ? msg({
          message: "This group is used in something you can't see. Ask an owner or admin to remove it there first.",
        })
      : shown.length < all.length
        ? msg({ message: 'This group is used by {names} and more. Remove it there first.', values: { names } })
        : msg({ message: 'This group is used by {names}. Remove it there first.', values: { names } })
  fail('group_in_use', {
    text,
    fieldErrors: Object.fromEntries(visible.map((use) => [`${use.type}.${use.id}`, verbatim(use.name)])),
  })
}
