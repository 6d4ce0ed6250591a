/** Which rows of a list are selected: the listed ones, or everything that matches the list except the listed ones. */
export interface Picks {
  isAll: boolean
  /** Selected keys; with `isAll` the excluded keys. */
  ids: ReadonlySet<string>
  /** The start of a range: the row selected last. */
  anchor: string
}

/** Nothing selected. */
export const noPicks: Picks = { isAll: false, ids: new Set(), anchor: '' }

/** Everything that matches the list, loaded or not. */
export const everything: Picks = { isAll: true, ids: new Set(), anchor: '' }

/** Returns whether a row is selected. */
export function isPicked({ isAll, ids }: Picks, key: string): boolean {
  return ids.has(key) !== isAll
}

/** Returns whether anything is selected. */
export function hasPicks({ isAll, ids }: Picks): boolean {
  return isAll || ids.size > 0
}

/** Returns a copy of the selection with one row toggled. */
export function picksWith(picks: Picks, key: string): Picks {
  const ids = new Set(picks.ids)
  if (!ids.delete(key)) ids.add(key)
  return { ...picks, ids, anchor: key }
}

/**
 * Returns the selection with all rows from the anchor to a row; when the anchor is not in the list, with the row alone.
 */
export function picksTo(picks: Picks, rows: readonly string[], key: string): Picks {
  const [from, to] = [rows.indexOf(picks.anchor), rows.indexOf(key)]
  if (to === -1) return picks
  const start = from === -1 ? to : from
  const ids = new Set(picks.ids)
  for (const row of rows.slice(Math.min(start, to), Math.max(start, to) + 1)) {
    if (picks.isAll) ids.delete(row)
    else ids.add(row)
  }
  return { ...picks, ids, anchor: from === -1 ? key : picks.anchor }
}

/** Selects all of these rows, and nothing else. */
export function allOf(rows: readonly string[]): Picks {
  return { isAll: false, ids: new Set(rows), anchor: rows[0] ?? '' }
}

/** Returns the number of selected rows, given how many match the list. */
export function countPicks({ isAll, ids }: Picks, matching: number): number {
  return isAll ? Math.max(0, matching - ids.size) : ids.size
}
