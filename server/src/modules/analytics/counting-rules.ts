import { daysAfter } from '@crewline/contract/calendar'

/** Days without a gap. */
export interface DayRun {
  first: string
  last: string
}

/** Joins days to runs without gaps, in order. With `joined`, the days between those two are all in one run. */
export function runsOf(days: readonly string[], { joined = [] }: { joined?: readonly string[] } = {}): DayRun[] {
  const [from, to] = joined
  const all = new Set(days)
  if (from !== undefined && to !== undefined) for (let day = from; day <= to; day = daysAfter(day, 1)) all.add(day)
  const runs: DayRun[] = []
  for (const day of [...all].toSorted()) {
    const run = runs.at(-1)
    if (run && daysAfter(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

/** Returns the month some months before another, both as "2026-11". */
export function monthBefore(month: string, count = 1): string {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth - 1 - count, 1)).toISOString().slice(0, 7)
}
