import type { Conversation } from '@crewline/contract/inbox'

/** What a list shows while it is scrolled. */
export interface Held {
  rows: Conversation[]
  /** Conversations with something new that would have moved above what is shown. */
  heldCount: number
}

/**
 * A scrolled list does not move under the reader: rows keep the order they had (`frozen`, ids), with their news inside; rows that
 * came in above wait and are counted; rows that left are gone, and pages loaded meanwhile follow at the end.
 */
export function holdRows(live: readonly Conversation[], frozen: readonly string[]): Held {
  const byId = new Map(live.map((row) => [row.id, row]))
  const known = new Set(frozen)
  const lastAt = live.findLastIndex(({ id }) => known.has(id))
  const kept = frozen.flatMap((id) => byId.get(id) ?? [])
  const below = live.slice(lastAt + 1)
  const order = new Map(frozen.map((id, at) => [id, at]))
  // A row moved up when one that stood above it in the frozen order now comes after it.
  let lowest = Infinity
  let moved = 0
  for (let at = lastAt; at >= 0; at -= 1) {
    const place = order.get(live[at]?.id ?? '')
    if (place === undefined || place > lowest) moved += 1
    else lowest = place
  }
  return { rows: [...kept, ...below], heldCount: moved }
}
