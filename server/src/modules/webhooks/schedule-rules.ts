import { WEBHOOK_ATTEMPTS_MAX } from '@crewline/contract/webhook-limits'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The wait after each failed attempt, in ms. */
const WAITS = [5_000, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR]
/** The longest pause of an address whose deliveries fail one after the other, in ms. */
const PAUSE_MAX = 5 * MINUTE
/** A receiver may ask to wait this long at most, in ms. */
const ASKED_MAX = HOUR
/** An address whose deliveries all failed for this long is turned off once one of them gives up, in ms. */
const FAILED_MS = 20 * HOUR

/** How an attempt ended. */
export interface AttemptResult {
  http: number | null
  /** The header Retry-After of the response. */
  retryAfter?: string | undefined
}

/** Whether the receiver took the delivery. */
export function isAccepted({ http }: AttemptResult): boolean {
  return http !== null && http >= 200 && http < 300
}

/** Whether the receiver wants nothing at this address any more. */
export function isGone({ http }: AttemptResult): boolean {
  return http === 410
}

/**
 * Returns the wait in ms before the next attempt, or undefined when there is none. `attempts` counts this one; `chance`
 * from 0 to 1 spreads the retries of many deliveries.
 */
export function waitAfter(attempts: number, result: AttemptResult, chance: number): number | undefined {
  if (attempts >= WEBHOOK_ATTEMPTS_MAX) return undefined
  const wait = (WAITS[attempts - 1] ?? 15 * HOUR) * (0.9 + 0.2 * chance)
  const asked = result.http === 429 || result.http === 503 ? Number(result.retryAfter) * 1000 : 0
  return Math.max(wait, Math.min(Number.isFinite(asked) ? asked : 0, ASKED_MAX))
}

/** Returns for how long an address rests after so many failures in a row, in ms. */
export function pauseAfter(failures: number): number {
  return Math.min(1_000 * 2 ** Math.min(failures - 1, 10), PAUSE_MAX)
}

/** Whether an address that failed since then is turned off when a delivery gives up. */
export function isPersistent(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= FAILED_MS
}
