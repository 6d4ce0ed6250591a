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

/** A suspension with since when the payment it is about is missing, and whether a number that was bought here is left. */
export interface KnownSuspension extends Suspension {
  pastDueSince: Date | null
  hasNumbers: boolean
}

const NONE: Suspension = { suspendedAt: null, releaseAt: null, releaseWarnings: 0, releasedAt: null }

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
const latest = (a: Date, b: Date): Date => (a > b ? a : b)

/**
 * Returns the suspension at a moment, of an organization that owes since `since`. A warning that is late, because the
 * server or the payment service was away, moves the release: each warning keeps its full notice. When the oldest invoice
 * is paid and a later one is still owed, the days and the warnings of the later one count. Without numbers that were
 * bought here nothing is released, and no warning is due.
 */
export function suspensionAt(before: KnownSuspension, since: Date | null, now: Date): Suspension {
  if (!since || now < later(since, SUSPEND_AFTER_MS)) return NONE
  const suspendedAt = before.suspendedAt ?? now
  const { releasedAt } = before
  if (releasedAt)
    return { suspendedAt, releaseAt: before.releaseAt, releaseWarnings: before.releaseWarnings, releasedAt }
  const day60 = later(since, RELEASE_AFTER_MS)
  const isLaterInvoice = before.pastDueSince !== null && since > before.pastDueSince
  // When the process ended after the last number went, its release is still to be recorded.
  if (!before.hasNumbers && (isLaterInvoice || !isReleaseDue(before, now))) return { ...NONE, suspendedAt }
  const known = isLaterInvoice ? latest(before.releaseAt ?? day60, day60) : (before.releaseAt ?? day60)
  const warnings = isLaterInvoice ? 0 : before.releaseWarnings
  const noticeMs = RELEASE_WARNINGS_MS[warnings]
  if (noticeMs === undefined || now < later(known, -noticeMs))
    return { suspendedAt, releaseAt: known, releaseWarnings: warnings, releasedAt }
  return {
    suspendedAt,
    releaseAt: latest(known, later(now, noticeMs)),
    releaseWarnings: warnings + 1,
    releasedAt,
  }
}

/** Whether the numbers are to be released now: after every warning, and once. */
export function isReleaseDue({ releaseAt, releaseWarnings, releasedAt }: Suspension, now: Date): boolean {
  return releaseAt !== null && releasedAt === null && releaseWarnings === RELEASE_WARNINGS_MS.length && now >= releaseAt
}
