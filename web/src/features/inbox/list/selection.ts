import type { ConversationFilter } from '../state/list-filter.ts'

/** The selected conversations: the listed ones, or all matches except the listed ones. */
export interface Selection {
  isAll: boolean
  /** Selected ids; with `isAll` the excluded ids. */
  ids: ReadonlySet<string>
  /** The start of a range: the row selected last. */
  anchor: string
}

/** An empty selection. */
export const noSelection: Selection = { isAll: false, ids: new Set(), anchor: '' }

/** Returns whether a conversation is selected. */
export function isChosen({ isAll, ids }: Selection, id: string): boolean {
  return ids.has(id) !== isAll
}

/** Returns the selection with one conversation toggled. */
export function toggledRow(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ...selection, ids, anchor: id }
}

/** Returns the selection extended from the anchor to a row; only that row when the anchor is not in the list. */
export function rangeTo(selection: Selection, rows: readonly string[], id: string): Selection {
  const [from, to] = [rows.indexOf(selection.anchor), rows.indexOf(id)]
  if (to === -1) return selection
  const start = from === -1 ? to : from
  const reached = rows.slice(Math.min(start, to), Math.max(start, to) + 1)
  const ids = new Set(selection.ids)
  for (const reachedId of reached) {
    if (selection.isAll) ids.delete(reachedId)
    else ids.add(reachedId)
  }
  return { ...selection, ids, anchor: selection.anchor === '' || from === -1 ? id : selection.anchor }
}

/** Returns a selection of every loaded row. */
export function allLoaded(rows: readonly string[]): Selection {
  return { isAll: false, ids: new Set(rows), anchor: rows[0] ?? '' }
}

/** Selects all matches of the list, loaded or not. */
export const allMatching: Selection = { isAll: true, ids: new Set(), anchor: '' }

/** Returns the selection without rows that left the list, so that its count stays correct. */
export function stillThere(selection: Selection, rows: readonly string[]): Selection {
  if (selection.isAll) return selection
  const there = new Set(rows)
  const ids = new Set([...selection.ids].filter((id) => there.has(id)))
  return ids.size === selection.ids.size ? selection : { ...selection, ids }
}

/** Returns the number of selected conversations, given the number of matches. */
export function countOf({ isAll, ids }: Selection, matching: number): number {
  return isAll ? Math.max(0, matching - ids.size) : ids.size
}

/** Returns the list filter in the shape of the bulk action and count APIs. */
export function filterOf({ status, search, groupIds, tagIds, repliesTo }: ConversationFilter) {
  return { status, search, groupIds, tagIds, ...(repliesTo && { repliesTo }) }
}

/** Splits an array into batches of at most `most` items. */
export function inParts<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
}
