/** Which rows of a list are chosen: those named, or everything that matches the list but those named. */
export interface Picks {
  isAll: boolean
  /** Chosen keys; with `isAll` the keys left out. */
  ids: ReadonlySet<string>
  /** Where a range begins: the row chosen last. */
  anchor: string
}

/** Nothing chosen. */
export const noPicks: Picks = { isAll: false, ids: new Set(), anchor: '' }

/** Everything that matches the list, loaded or not. */
export const everything: Picks = { isAll: true, ids: new Set(), anchor: '' }

/** Whether a row is chosen. */
export function isPicked({ isAll, ids }: Picks, key: string): boolean {
  return ids.has(key) !== isAll
}

/** Whether anything is chosen. */
export function hasPicks({ isAll, ids }: Picks): boolean {
  return isAll || ids.size > 0
}

/** The picks with one row added or taken away; the given ones are left as they are. */
export function picksWith(picks: Picks, key: string): Picks {
  const ids = new Set(picks.ids)
  if (!ids.delete(key)) ids.add(key)
  return { ...picks, ids, anchor: key }
}

/** The picks with everything from the anchor to a row; without an anchor among the rows, with the row alone. */
export function picksTo(picks: Picks, rows: readonly string[], key: string): Picks {
  const [from, to] = [rows.indexOf(picks.anchor), rows.indexOf(key)]
  if (to === -1) return picks
  const start = from === -1 ? to : from
  const ids = new Set(picks.ids)
  for (const one of rows.slice(Math.min(start, to), Math.max(start, to) + 1)) {
    if (picks.isAll) ids.delete(one)
    else ids.add(one)
  }
  return { ...picks, ids, anchor: from === -1 ? key : picks.anchor }
}

/** Every one of these rows chosen, and nothing else. */
export function allOf(rows: readonly string[]): Picks {
  return { isAll: false, ids: new Set(rows), anchor: rows[0] ?? '' }
}

/** How many are chosen, given how many match the list. */
export function countPicks({ isAll, ids }: Picks, matching: number): number {
  return isAll ? Math.max(0, matching - ids.size) : ids.size
}
