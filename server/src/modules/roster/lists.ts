import type { ContactView, saveContactView } from '@crewline/contract/roster'
import type { BodyOf } from '@crewline/contract/endpoint'
import { SAVED_VIEWS_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { audienceContext, audienceWhere, groupsNamed } from '../groups/index.ts'
import { addList, holdList, removeList, saveList, type KeptList } from './store/lists.ts'
import { personOf } from './views/members.ts'

/** Keeps a list under a name, or changes one; what it asks for must be there. */
export async function save(
  scope: Scope,
  id: string | undefined,
  ask: BodyOf<typeof saveContactView>,
): Promise<{ view: ContactView }> {
  const personId = personOf(scope)
  // Rules that nobody could ask with are refused here, and not when somebody opens the list.
  audienceWhere(ask.audience, await audienceContext(scope, ask.audience))
  return scope.tx(async (tx) => {
    const list: KeptList = { ...ask, id: id ?? tx.world.id(), groupIds: groupsOf(ask.audience) }
    const mine = id === undefined || (await changeable(tx, scope, id)).personId === personId
    if (id !== undefined) await saveList(tx, list)
    else if (!(await addList(tx, { list, personId, most: SAVED_VIEWS_MAX }))) fail('too_many')
    tx.audit('contact-view.saved', list.id, { name: list.name, shared: list.shared })
    const { groupIds: _, ...view } = list
    return { view: { ...view, mine } }
  })
}

/** Forgets a list: one's own, or a shared one with the permission to edit contacts. */
export async function remove(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    await changeable(tx, scope, id)
    await removeList(tx, id)
    tx.audit('contact-view.removed', id)
  })
}

async function changeable(tx: Tx, scope: Scope, id: string): Promise<{ personId: string }> {
  const list = await holdList(tx, id)
  const personId = personOf(scope)
  if (!list || (list.personId !== personId && !list.shared)) return fail('not_found')
  if (list.personId !== personId && !scope.can('contacts.edit')) fail('not_permitted')
  return list
}

function groupsOf({ groupId, filter }: ContactView['audience']): string[] {
  return [...new Set([...(groupId ? [groupId.toLowerCase()] : []), ...(filter ? groupsNamed(filter) : [])])]
}
