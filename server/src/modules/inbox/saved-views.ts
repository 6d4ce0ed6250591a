import type { BodyOf } from '@crewline/contract/endpoint'
import { SAVED_VIEWS_MAX } from '@crewline/contract/limits'
import type { createView, SavedView } from '@crewline/contract/saved-views'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { tagsExist } from '../conversations/index.ts'
import { addView, groupsThereAre, removeView, viewOf } from './store/saved-views.ts'
import { userIdOf } from './views/rows.ts'

/** Saves a view; its groups and tags must exist. */
export function create(scope: Scope, input: BodyOf<typeof createView>): Promise<{ view: SavedView }> {
  const userId = userIdOf(scope)
  return scope.tx(async (tx) => {
    if (!(await groupsThereAre(tx.db, input.groupIds)) || !(await tagsExist(tx.db, input.tagIds))) fail('not_found')
    const view = { ...input, id: tx.world.id() }
    if (!(await addView(tx, { view, userId, most: SAVED_VIEWS_MAX }))) fail('too_many')
    tx.audit('view.saved', view.id, { name: view.name, shared: view.shared })
    return { view: { ...view, mine: true } }
  })
}

/** Deletes an own view, or a shared one with the permission to manage replies. */
export async function remove(scope: Scope, id: string): Promise<void> {
  const userId = userIdOf(scope)
  await scope.tx(async (tx) => {
    const view = await viewOf(tx, id)
    if (!view || (view.userId !== userId && !view.shared)) return fail('not_found')
    if (view.userId !== userId && !scope.can('replies.manage')) fail('not_permitted')
    await removeView(tx, id)
    tx.audit('view.removed', id)
  })
}
