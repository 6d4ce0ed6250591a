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
