import type { Report } from './report.ts'

/** The same error is told once in this time, in ms. */
const SAME_MS = 60_000
/** Different errors told in that time. */
const MOST = 30
/** Errors remembered at a time. */
const KNOWN_MAX = 500

interface Known {
  toldAt: number
  kept: number
}

/** What makes two reports the same error: its words, its kind and where it comes from. */
function markOf({ what, chain, tags, version }: Report): string {
  return JSON.stringify([what, version, tags, chain.map(({ type, frames }) => [type, frames[0]])])
}

/**
 * Passes on the first of each error and, a minute later at the earliest, the next one with the number of those in between:
 * a database that is away fails a thousand requests for one reason, and a service charges for each.
 */
export function seldom(tell: (report: Report) => void, clock: () => number): (report: Report) => void {
  const known = new Map<string, Known>()
  let began = clock()
  let told = 0
  return (report) => {
    const now = clock()
    if (now - began >= SAME_MS) {
      began = now
      told = 0
    }
    const mark = markOf(report)
    const before = known.get(mark)
    if (told >= MOST || (before && now - before.toldAt < SAME_MS)) {
      if (before) before.kept += report.times
      return
    }
    told += 1
    known.delete(mark)
    known.set(mark, { toldAt: now, kept: 0 })
    const [oldest] = known.keys()
    if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest)
    tell({ ...report, times: report.times + (before?.kept ?? 0) })
  }
}
