/**
 * The payment service keeps identifiers for at least 24 hours. A report that is older than this may have been sent with one
 * that is forgotten.
 */
const IDENTIFIER_MS = 20 * 3_600_000

/** Whether a report may only be sent again after a look at what arrived. */
export function isOld(billedAt: Date, now: Date): boolean {
  return now.getTime() - billedAt.getTime() > IDENTIFIER_MS
}

/**
 * Returns which of some reports arrived, as positions, when together they are an amount that is not accounted for; the
 * earlier ones first, because each is sent after the one before. Undefined when no choice of them is that amount.
 */
export function arrivedOf(counts: readonly number[], unaccounted: number, from = 0): number[] | undefined {
  if (unaccounted === 0) return []
  const count = counts[from]
  if (count === undefined || unaccounted < 0) return undefined
  const withIt = arrivedOf(counts, unaccounted - count, from + 1)
  return withIt ? [from, ...withIt] : arrivedOf(counts, unaccounted, from + 1)
}
