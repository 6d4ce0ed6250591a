import type { Report } from './report.ts'

/** The same error is reported once in this time, in ms. */
const SAME_MS = 60_000
/** Most errors reported in that time. */
const MOST = 30
/** Errors remembered at a time. */
const TRACKED_MAX = 500

interface ReportedError {
  reportedAt: number
  suppressed: number
}

/** Two reports are the same error when message, version, tags, types and first stack frames match. */
function buildErrorKey({ what, chain, tags, version }: Report): string {
  return JSON.stringify([what, version, tags, chain.map(({ type, frames }) => [type, frames[0]])])
}

/**
 * Throttles reports: passes on the first report of each error and, a minute later at the earliest, the next one with
 * the count of those in between. An unavailable database fails a thousand requests for one reason, and a service
 * charges for each report.
 */
export function throttleReports(send: (report: Report) => void, clock: () => number): (report: Report) => void {
  const reported = new Map<string, ReportedError>()
  let windowStart = clock()
  let sentCount = 0
  return (report) => {
    const now = clock()
    if (now - windowStart >= SAME_MS) {
      windowStart = now
      sentCount = 0
    }
    const key = buildErrorKey(report)
    const before = reported.get(key)
    if (sentCount >= MOST || (before && now - before.reportedAt < SAME_MS)) {
      if (before) before.suppressed += report.times
      return
    }
    sentCount += 1
    reported.delete(key)
    reported.set(key, { reportedAt: now, suppressed: 0 })
    const [oldest] = reported.keys()
    if (reported.size > TRACKED_MAX && oldest !== undefined) reported.delete(oldest)
    send({ ...report, times: report.times + (before?.suppressed ?? 0) })
  }
}
