import type { SavedView } from '@crewline/contract/saved-views'
import type { ListAsked } from './fold.ts'

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}

/** Whether a list is what a saved view says, whatever the order of groups and tags. */
export function isSameView(view: SavedView, { status, search, groupIds, tagIds }: ListAsked): boolean {
  return (
    view.status === status && view.search === search && sameIds(view.groupIds, groupIds) && sameIds(view.tagIds, tagIds)
  )
}

/** The saved view after the one a list shows, or the first where it shows none; undefined where there is no other. */
export function nextView(views: readonly SavedView[], asked: ListAsked): SavedView | undefined {
  const at = views.findIndex((view) => isSameView(view, asked))
  const next = views[(at + 1) % views.length]
  return next && isSameView(next, asked) ? undefined : next
}
