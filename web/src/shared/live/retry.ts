/** The first pause before another try, in ms. */
export const firstDelayMs = 1000
/** The longest pause, in ms. */
export const longestDelayMs = 30_000
/** How much of a pause is left to chance. */
export const jitter = 0.5

/** How long to wait before a try, in ms: doubling from 1 s to 30 s, spread by half so that not everybody comes at once. */
export function retryDelayMs(tries: number, random: number): number {
  const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** tries)
  return Math.round(delay * (1 - jitter + 2 * jitter * random))
}
