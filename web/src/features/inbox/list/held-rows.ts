import type { Conversation } from '@crewline/contract/inbox'

/** The content of a list while it is scrolled. */
export interface Held {
  rows: Conversation[]
  /** Conversations with changes that would have moved above the visible rows. */
  heldCount: number
}

/**
 * Keeps a scrolled list from moving under the reader: rows keep their order (`frozen`, ids) but show their changes; new
 * rows above are held back and counted; rows that left are removed, and pages loaded meanwhile are appended.
 */
export function freezeRows(live: readonly Conversation[], frozen: readonly string[]): Held {
  const byId = new Map(live.map((row) => [row.id, row]))
  const frozenIds = new Set(frozen)
  const lastAt = live.findLastIndex(({ id }) => frozenIds.has(id))
  const frozenRows = frozen.flatMap((id) => byId.get(id) ?? [])
  const below = live.slice(lastAt + 1)
  const order = new Map(frozen.map((id, at) => [id, at]))
  // A row has moved up when a row that preceded it in the frozen order now follows it.
  let lowest = Infinity
  let moved = 0
  for (let at = lastAt; at >= 0; at -= 1) {
    const position = order.get(live[at]?.id ?? '')
    if (position === undefined || position > lowest) moved += 1
    else lowest = position
  }
  return { rows: [...frozenRows, ...below], heldCount: moved }
}
