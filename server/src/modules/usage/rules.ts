import type { UsageLevel } from '@crewline/contract/events'

/** The shortest time a rate is computed over, in ms: the first message of a month says nothing about its end. */
const LEAST_MS = 24 * 3_600_000

/** Returns the level of usage of the included segments. Without a plan there is no limit. */
export function levelOf(used: number, included: number | null): UsageLevel {
  if (included === null || used === 0) return 'ok'
  const percent = (used / included) * 100
  if (percent >= 100) return 'over'
  if (percent >= 95) return 'critical'
  return percent >= 80 ? 'warn' : 'ok'
}

const LEVELS: readonly UsageLevel[] = ['ok', 'warn', 'critical', 'over']

/** Returns the worse of two levels. */
export function worseLevel(one: UsageLevel, other: UsageLevel): UsageLevel {
  return LEVELS.indexOf(one) > LEVELS.indexOf(other) ? one : other
}

/** Returns the expected usage of the whole period at the current rate, never less than the usage so far. */
export function forecastOf(used: number, { start, end, now }: { start: Date; end: Date; now: Date }): number {
  const totalMs = end.getTime() - start.getTime()
  const elapsedMs = Math.min(totalMs, Math.max(LEAST_MS, now.getTime() - start.getTime()))
  return Math.round((used * totalMs) / elapsedMs)
}
