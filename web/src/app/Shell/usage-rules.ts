import type { Usage } from '@crewline/contract/events'
import { formatNumber } from '@crewline/contract/formats'

const dayMs = 86_400_000

/** Returns the used share of the included segments, from 0 to 1; null without a plan. */
export function shareUsed({ segments: { used, included } }: Usage): number | null {
  if (included === null) return null
  return included === 0 ? 1 : Math.min(1, used / included)
}

/** Formats a count in short form: 8.1k, 10k, 950. */
export function compactCount(count: number, locale: string): string {
  return formatNumber(count, locale, { notation: 'compact', maximumFractionDigits: 1 }).replace('K', 'k')
}

/** Returns the whole days between two moments, at least 0. */
export function daysUntil(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / dayMs))
}

/**
 * Returns the day the included segments run out at the current rate; undefined when they last or are used up already.
 */
export function runsOutOn({ periodStart, periodEnd, segments: { used, included, forecast } }: Usage): Date | undefined {
  if (included === null || used >= included || forecast <= included) return undefined
  const start = Date.parse(periodStart)
  return new Date(start + ((Date.parse(periodEnd) - start) * included) / forecast)
}

/** Returns the kind of message of which the larger share is used; a warning is about it. */
export function fullerKind({ segments, mms }: Usage): 'segments' | 'mms' {
  const share = ({ used, included }: Usage['mms']) => (!included ? 0 : used / included)
  return share(mms) > share(segments) ? 'mms' : 'segments'
}

/** Returns what the usage banner warns about: nothing, little left, or all used. */
export function usageWarning(usage: Usage | null): 'none' | 'little' | 'all' {
  if (!usage || usage.segments.included === null) return 'none'
  if (usage.level === 'over') return 'all'
  return usage.level === 'ok' ? 'none' : 'little'
}
