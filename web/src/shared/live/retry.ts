/** The first retry delay, in ms. */
export const firstDelayMs = 1000
/** The longest delay, in ms. */
export const longestDelayMs = 30_000
/** The random share of a delay. */
export const jitter = 0.5

/**
 * Returns the delay before a retry, in ms: doubling from 1 s to 30 s, with 50% jitter so that clients do not all
 * reconnect at once.
 */
export function retryDelayMs(attempt: number, random: number): number {
  const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** attempt)
  return Math.round(delay * (1 - jitter + 2 * jitter * random))
}
