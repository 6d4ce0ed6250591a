import type { Correction } from './api.ts'

/** As many corrections as one request takes. */
export const EDITS_MAX = 200

/** What is still to be told to the server, by row. */
export type Waiting = ReadonlyMap<number, Correction>

function joined(older: Correction | undefined, newer: Correction): Correction {
  if (!older) return newer
  const values = { ...older.values, ...newer.values }
  return { ...older, ...newer, ...(Object.keys(values).length > 0 && { values }) }
}

/** Adds a correction to those that wait: of one cell the newer value counts, other cells of the row stay. */
export function withCorrection(waiting: Waiting, edit: Correction): Waiting {
  return new Map(waiting).set(edit.row, joined(waiting.get(edit.row), edit))
}

/** Puts corrections that did not arrive back before those made since. */
export function putBack(waiting: Waiting, failed: readonly Correction[]): Waiting {
  const all = new Map(failed.map((edit) => [edit.row, edit]))
  for (const [row, edit] of waiting) all.set(row, joined(all.get(row), edit))
  return all
}

/** The corrections that go with the next request, the oldest rows first to have been touched, and those left for later. */
export function nextFlight(waiting: Waiting): { edits: Correction[]; rest: Waiting } {
  const all = [...waiting.values()]
  const edits = all.slice(0, EDITS_MAX)
  return { edits, rest: new Map(all.slice(EDITS_MAX).map((edit) => [edit.row, edit])) }
}
