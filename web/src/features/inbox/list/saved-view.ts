import type { SavedView } from '@crewline/contract/saved-views'
import type { ConversationFilter } from '../state/list-filter.ts'

function sameIds(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((id) => second.includes(id))
}

/** Returns whether a list equals a saved view, in any order of groups and tags. */
export function isSameView(
  view: SavedView,
  { status, search, groupIds, tagIds, repliesTo }: ConversationFilter,
): boolean {
  return (
    (view.repliesTo?.queue ?? 'none') === (repliesTo || 'none') &&
    view.status === status &&
    view.search === search &&
    sameIds(view.groupIds, groupIds) &&
    sameIds(view.tagIds, tagIds)
  )
}

/** Returns the filter of a saved view. */
export function filterOfView({ status, search, groupIds, tagIds, repliesTo }: SavedView): Required<ConversationFilter> {
  return { status, search, groupIds, tagIds, repliesTo: repliesTo?.queue ?? '' }
}

/** Returns the saved view after the active one, or the first when none is active; undefined when there is no other. */
export function nextView(views: readonly SavedView[], filter: ConversationFilter): SavedView | undefined {
  const at = views.findIndex((view) => isSameView(view, filter))
  const next = views[(at + 1) % views.length]
  return next && isSameView(next, filter) ? undefined : next
}
