import type { UsageLevel } from '@crewline/contract/events'

/** The least time a pace is taken from, in ms: the first message of a month says nothing about its end. */
const LEAST_MS = 24 * 3_600_000

/** How much of what is included is used; without a plan there is nothing to run out of. */
export function levelOf(used: number, included: number | null): UsageLevel {
  if (included === null || used === 0) return 'ok'
  const percent = (used / included) * 100
  if (percent >= 100) return 'over'
  if (percent >= 95) return 'critical'
  return percent >= 80 ? 'warn' : 'ok'
}

/** What the whole period comes to when it goes on like this; never less than what is used already. */
export function forecastOf(used: number, { start, end, now }: { start: Date; end: Date; now: Date }): number {
  const whole = end.getTime() - start.getTime()
  const gone = Math.min(whole, Math.max(LEAST_MS, now.getTime() - start.getTime()))
  return Math.round((used * whole) / gone)
}
