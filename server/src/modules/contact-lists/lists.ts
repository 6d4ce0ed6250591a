import type { ContactView, saveContactView } from '@crewline/contract/contact-lists'
import type { BodyOf } from '@crewline/contract/endpoint'
import { SAVED_VIEWS_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { groupsNamed } from '@crewline/contract/filters'
import { audienceContext, audienceWhere } from '../audience/index.ts'
import { addList, lockList, removeList, saveList, type StoredView } from './store/lists.ts'

/** Creates or changes a saved list. Everything its rules refer to must exist. */
export async function save(
  scope: Scope,
  id: string | undefined,
  input: BodyOf<typeof saveContactView>,
): Promise<{ view: ContactView }> {
  const userId = requireUserId(scope)
  // Refuses invalid rules when the list is saved, not when it is opened.
  audienceWhere(input.audience, await audienceContext(scope, input.audience))
  return scope.tx(async (tx) => {
    const list: StoredView = { ...input, id: id ?? tx.world.id(), groupIds: groupsOf(input.audience) }
    const mine = id === undefined || (await changeable(tx, scope, id)).userId === userId
    if (id !== undefined) await saveList(tx, list)
    else if (!(await addList(tx, { list, userId, most: SAVED_VIEWS_MAX }))) fail('too_many')
    // Only its owner sees the name of one that is not shared.
    tx.audit('contact-view.saved', list.id, { ...(list.shared && { name: list.name }), shared: list.shared })
    const { groupIds: _, ...view } = list
    return { view: { ...view, mine } }
  })
}

/** Deletes a list: the member's own, or a shared one with the permission to edit contacts. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    await changeable(tx, scope, id)
    await removeList(tx, id)
    tx.audit('contact-view.removed', id)
  })
}

async function changeable(tx: Tx, scope: Scope, id: string): Promise<{ userId: string }> {
  const list = await lockList(tx, id)
  const userId = requireUserId(scope)
  if (!list || (list.userId !== userId && !list.shared)) return fail('not_found')
  if (list.userId !== userId && !scope.can('contacts.edit')) fail('not_permitted')
  return list
}

function groupsOf({ groupId, filter }: ContactView['audience']): string[] {
  return [...new Set([...(groupId ? [groupId.toLowerCase()] : []), ...(filter ? groupsNamed(filter) : [])])]
}
