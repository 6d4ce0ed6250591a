import type { Correction } from '../api.ts'

/** Maximum number of corrections per request. */
export const EDITS_MAX = 200

/** Corrections not sent yet, by row. */
export type Waiting = ReadonlyMap<number, Correction>

function joined(older: Correction | undefined, newer: Correction): Correction {
  if (!older) return newer
  const values = { ...older.values, ...newer.values }
  return { ...older, ...newer, ...(Object.keys(values).length > 0 && { values }) }
}

/** Adds a correction to the queue: the newer value of a cell wins, other cells of the row stay. */
export function withCorrection(waiting: Waiting, edit: Correction): Waiting {
  return new Map(waiting).set(edit.row, joined(waiting.get(edit.row), edit))
}

/** Returns failed corrections to the queue, before the newer ones. */
export function putBack(waiting: Waiting, failed: readonly Correction[]): Waiting {
  const all = new Map(failed.map((edit) => [edit.row, edit]))
  for (const [row, edit] of waiting) all.set(row, joined(all.get(row), edit))
  return all
}

/** Splits the queue into the corrections for the next request, oldest first, and the rest. */
export function nextFlight(waiting: Waiting): { edits: Correction[]; rest: Waiting } {
  const all = [...waiting.values()]
  const edits = all.slice(0, EDITS_MAX)
  return { edits, rest: new Map(all.slice(EDITS_MAX).map((edit) => [edit.row, edit])) }
}
