import type { BodyOf } from '@crewline/contract/endpoint'
import { ALL_DATES_OF } from '@crewline/contract/broadcast-limits'
import { SAVED_VIEWS_MAX } from '@crewline/contract/limits'
import type { createView, SavedView } from '@crewline/contract/saved-views'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { tagsExist } from '../conversations/index.ts'
import {
  addView,
  broadcastOf,
  groupsThereAre,
  removeView,
  viewOf,
  viewsFor,
  type ViewReader,
} from './store/saved-views.ts'
import { userIdOf } from './views/rows.ts'

/** Saves a view; its groups and tags, and the broadcast whose replies it shows, must exist. */
export function create(scope: Scope, input: BodyOf<typeof createView>): Promise<{ view: SavedView }> {
  const userId = userIdOf(scope)
  return scope.tx(async (tx) => {
    if (!(await groupsThereAre(tx.db, input.groupIds)) || !(await tagsExist(tx.db, input.tagIds))) fail('not_found')
    const view = { ...input, id: tx.world.id(), repliesTo: await queueOf(tx.db, input.repliesTo) }
    if (!(await addView(tx, { view, userId, most: SAVED_VIEWS_MAX }))) fail('too_many')
    // Only its owner sees the name of one that is not shared.
    tx.audit('view.saved', view.id, { ...(view.shared && { name: view.name }), shared: view.shared })
    const saved = (await viewsFor(tx.db, readerOfViews(scope))).find(({ id }) => id === view.id)
    return { view: saved ?? fail('not_found') }
  })
}

/** Lists the own views of the acting member and the shared ones. */
export async function list(scope: Scope): Promise<{ views: SavedView[] }> {
  return { views: await viewsFor(scope.db, readerOfViews(scope)) }
}

function readerOfViews(scope: Scope): ViewReader {
  return { userId: userIdOf(scope), namesBroadcasts: scope.can('broadcasts.read') }
}

/** Returns the queue to store: a batch stands for all dates of its broadcast. */
async function queueOf(db: Db, queue: BodyOf<typeof createView>['repliesTo']): Promise<string> {
  if (queue === undefined || queue === 'any') return queue ?? ''
  const id = queue.startsWith(ALL_DATES_OF) ? queue.slice(ALL_DATES_OF.length) : queue
  return `${ALL_DATES_OF}${(await broadcastOf(db, id)) ?? fail('not_found')}`
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
