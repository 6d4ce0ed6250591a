import { daysAfter } from '@crewline/contract/calendar'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { monthBefore, runsOf, type DayRun } from './counting-rules.ts'
import {
  countedOrganizations,
  countAnswersOf,
  countRun,
  differingDays,
  lockCoverage,
  moveEnd,
  moveStart,
  organizationsToCount,
  saveRecountMonth,
  takeChangedDays,
  type Coverage,
} from './store/counted.ts'

/** Days counted in one transaction. */
const DAYS_AT_ONCE = 31

/** Counts what is new and what changed in each organization, and goes back to its first message. */
export async function countDays(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('the messages of every organization are counted by day')
  for (const orgId of await organizationsToCount(system)) await countOrganization(system, orgId)
}

/** Counts what is new and what changed in an organization, and what was never counted, latest first. */
export async function countOrganization(system: Db, orgId: string): Promise<void> {
  await withCoverage(system, orgId, async (db, coverage) => {
    const changed = await takeChangedDays(db, coverage)
    const { untilAt, lastDay } = await moveEnd(db, coverage)
    const isCounted = (day: string) => day >= coverage.firstDay && day <= lastDay
    const begun = [[coverage.firstDay, coverage.lastDay].toSorted()[1] as string, lastDay]
    const days = runsOf([...changed, ...begun].filter(isCounted), { joined: begun })
    await inParts(days, (part) => countRun(db, { ...coverage, ...part, untilAt }))
    const followed = changed.flatMap((day) => Array.from({ length: 32 }, (_, after) => daysAfter(day, after)))
    const answers = runsOf([...followed, ...begun].filter(isCounted), { joined: begun })
    await inParts(answers, (part) => countAnswersOf(db, { ...coverage, ...part, untilAt }))
    // A message of an earlier day than all others.
    if (changed.some((day) => day < coverage.firstDay)) await moveStart(db, coverage, coverage.firstDay)
  })
  while (await countEarlier(system, orgId));
}

/** Counts the days before those that were counted; returns whether there are more. */
async function countEarlier(system: Db, orgId: string): Promise<boolean> {
  const state = await withCoverage(system, orgId, async (db, coverage) => {
    if (coverage.isComplete) return 'done'
    const run = {
      ...coverage,
      first: daysAfter(coverage.firstDay, -DAYS_AT_ONCE),
      last: daysAfter(coverage.firstDay, -1),
    }
    await countRun(db, run)
    await countAnswersOf(db, run)
    await moveStart(db, coverage, run.first)
    return 'more'
  })
  return state === 'more'
}

async function inParts(runs: DayRun[], work: (part: DayRun) => Promise<void>): Promise<void> {
  for (const run of runs)
    for (let { first } = run; first <= run.last; first = daysAfter(first, DAYS_AT_ONCE)) {
      const end = daysAfter(first, DAYS_AT_ONCE - 1)
      await work({ first, last: end < run.last ? end : run.last })
    }
}

/**
 * Compares the figures of this and the last month, and in turn of one earlier month, with the messages, and corrects them.
 * Returns the days that were wrong.
 */
export async function recountFigures(kernel: Kernel): Promise<{ orgId: string; days: string[] }[]> {
  const system = kernel.database.asSystem('the figures of every organization are compared with its messages')
  const corrected: { orgId: string; days: string[] }[] = []
  for (const orgId of await countedOrganizations(system)) {
    const days = await recountOrganization(system, orgId)
    if (days.length > 0) corrected.push({ orgId, days })
  }
  return corrected
}

async function recountOrganization(system: Db, orgId: string): Promise<string[]> {
  const days = await withCoverage(system, orgId, async (db, coverage) => {
    const latest = coverage.lastDay.slice(0, 7)
    const earlier = coverage.recountMonth?.slice(0, 7) ?? monthBefore(monthBefore(latest))
    const wrong: string[] = []
    for (const month of [latest, monthBefore(latest), earlier]) {
      const [first, last] = [`${month}-01`, daysAfter(`${monthBefore(month, -1)}-01`, -1)]
      const run = {
        ...coverage,
        first: first > coverage.firstDay ? first : coverage.firstDay,
        last: last < coverage.lastDay ? last : coverage.lastDay,
      }
      if (run.first > run.last) continue
      wrong.push(...(await differingDays(db, run)))
    }
    await inParts(runsOf(wrong), async (part) => {
      await countRun(db, { ...coverage, ...part })
      await countAnswersOf(db, { ...coverage, ...part })
    })
    const next = monthBefore(earlier)
    await saveRecountMonth(db, orgId, `${next}-31` < coverage.firstDay ? null : `${next}-01`)
    return wrong
  })
  return days ?? []
}

/** Runs work in a transaction that locks what was counted of an organization; returns undefined while another counts. */
function withCoverage<T>(
  system: Db,
  orgId: string,
  work: (db: Db, coverage: Coverage) => Promise<T>,
): Promise<T | undefined> {
  return system.transaction().execute(async (db) => {
    const coverage = await lockCoverage(db, orgId)
    return coverage && work(db, coverage)
  })
}
