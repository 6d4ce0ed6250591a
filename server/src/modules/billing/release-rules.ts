import { RELEASE_AFTER_MS, RELEASE_WARNINGS_MS, SUSPEND_AFTER_MS } from '@crewline/contract/billing-limits'

/** How far the suspension of an organization is. */
export interface Suspension {
  suspendedAt: Date | null
  /** When the numbers that were bought here are released, unless it pays before. */
  releaseAt: Date | null
  /** How many of the warnings are sent. */
  releaseWarnings: number
  releasedAt: Date | null
}

const NONE: Suspension = { suspendedAt: null, releaseAt: null, releaseWarnings: 0, releasedAt: null }

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
const latest = (a: Date, b: Date): Date => (a > b ? a : b)

/**
 * Returns the suspension at a moment, of an organization that owes since `since`. A warning that is late, because the
 * server or the payment service was away, moves the release: each warning keeps its full notice.
 */
export function suspensionAt(before: Suspension, since: Date | null, now: Date): Suspension {
  if (!since || now < later(since, SUSPEND_AFTER_MS)) return NONE
  const suspendedAt = before.suspendedAt ?? now
  const releaseAt = before.releaseAt ?? later(since, RELEASE_AFTER_MS)
  const noticeMs = RELEASE_WARNINGS_MS[before.releaseWarnings]
  if (noticeMs === undefined || now < later(releaseAt, -noticeMs)) return { ...before, suspendedAt, releaseAt }
  return {
    ...before,
    suspendedAt,
    releaseAt: latest(releaseAt, later(now, noticeMs)),
    releaseWarnings: before.releaseWarnings + 1,
  }
}

/** Whether the numbers are to be released now: after every warning, and once. */
export function isReleaseDue({ releaseAt, releaseWarnings, releasedAt }: Suspension, now: Date): boolean {
  return releaseAt !== null && releasedAt === null && releaseWarnings === RELEASE_WARNINGS_MS.length && now >= releaseAt
}
