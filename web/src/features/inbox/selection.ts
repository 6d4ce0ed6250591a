import type { ListAsked } from './fold.ts'

/** Which conversations are chosen: those named, or everything that matches the list but those named. */
export interface Selection {
  isAll: boolean
  /** Chosen ids; with `isAll` the ids left out. */
  ids: ReadonlySet<string>
  /** Where a range begins: the row chosen last. */
  anchor: string
}

/** Nothing chosen. */
export const noSelection: Selection = { isAll: false, ids: new Set(), anchor: '' }

/** Whether a conversation is chosen. */
export function isChosen({ isAll, ids }: Selection, id: string): boolean {
  return ids.has(id) !== isAll
}

/** The selection with one conversation added or taken away. */
export function toggledRow(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ...selection, ids, anchor: id }
}

/** The selection with everything from the anchor to a row; without an anchor in the list, with the row alone. */
export function rangeTo(selection: Selection, rows: readonly string[], id: string): Selection {
  const [from, to] = [rows.indexOf(selection.anchor), rows.indexOf(id)]
  if (to === -1) return selection
  const start = from === -1 ? to : from
  const reached = rows.slice(Math.min(start, to), Math.max(start, to) + 1)
  const ids = new Set(selection.ids)
  for (const one of reached) {
    if (selection.isAll) ids.delete(one)
    else ids.add(one)
  }
  return { ...selection, ids, anchor: selection.anchor === '' || from === -1 ? id : selection.anchor }
}

/** Every loaded row. */
export function allLoaded(rows: readonly string[]): Selection {
  return { isAll: false, ids: new Set(rows), anchor: rows[0] ?? '' }
}

/** Everything that matches the list, loaded or not. */
export const allMatching: Selection = { isAll: true, ids: new Set(), anchor: '' }

/** The selection without rows that left the list, so that the count stays honest. */
export function stillThere(selection: Selection, rows: readonly string[]): Selection {
  if (selection.isAll) return selection
  const there = new Set(rows)
  const ids = new Set([...selection.ids].filter((id) => there.has(id)))
  return ids.size === selection.ids.size ? selection : { ...selection, ids }
}

/** How many are chosen, given how many match. */
export function countOf({ isAll, ids }: Selection, matching: number): number {
  return isAll ? Math.max(0, matching - ids.size) : ids.size
}

/** The filter of a list as bulk acts and counts say it. */
export function filterOf({ status, search, groupIds, tagIds }: ListAsked) {
  return { status, search, groupIds, tagIds }
}

/** A list in parts of at most so many. */
export function inParts<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
}
