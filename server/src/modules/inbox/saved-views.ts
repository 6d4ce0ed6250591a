import type { BodyOf } from '@crewline/contract/endpoint'
import { SAVED_VIEWS_MAX } from '@crewline/contract/limits'
import type { createView, SavedView } from '@crewline/contract/saved-views'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { addView, groupsThereAre, removeView, viewOf } from './store/saved-views.ts'
import { tagsThereAre } from './store/tags.ts'
import { personOf } from './views/rows.ts'

/** Keeps a list under a name; groups and tags must be there. */
export function create(scope: Scope, ask: BodyOf<typeof createView>): Promise<{ view: SavedView }> {
  const personId = personOf(scope)
  return scope.tx(async (tx) => {
    if (!(await groupsThereAre(tx.db, ask.groupIds)) || !(await tagsThereAre(tx.db, ask.tagIds))) fail('not_found')
    const view = { ...ask, id: tx.world.id() }
    if (!(await addView(tx, { view, personId, most: SAVED_VIEWS_MAX }))) fail('too_many')
    tx.audit('view.saved', view.id, { name: view.name, shared: view.shared })
    return { view: { ...view, mine: true } }
  })
}

/** Forgets a view: one's own, or a shared one with the permission to manage replies. */
export async function remove(scope: Scope, id: string): Promise<void> {
  const personId = personOf(scope)
  await scope.tx(async (tx) => {
    const view = await viewOf(tx, id)
    if (!view || (view.personId !== personId && !view.shared)) return fail('not_found')
    if (view.personId !== personId && !scope.can('replies.manage')) fail('not_permitted')
    await removeView(tx, id)
    tx.audit('view.removed', id)
  })
}
