import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import {
  countDay,
  everyOrganization,
  forgetFailures,
  hasDaysToCount,
  lockFigures,
  markChangedDays,
  nextDay,
  randomCountedDay,
  storedFigures,
} from './store/counted.ts'
import { offeredRanges } from './range-rules.ts'
import { countMonth, hasMonthsToCount, nextMonth, randomCountedMonth, storedMonth } from './store/months.ts'
import { beginDay, countOpenDay, forgetCountedChanges, hasUncounted, openDays } from './store/today.ts'
import { storeRange } from './keep-range.ts'
import { daysNow, hasRange, randomStoredRange, storedRange } from './stored-range-views.ts'

/** Days of one organization that are counted before the next organization has its turn. */
const DAYS_IN_TURN = 100
/** Months of one organization that are added up in its turn. */
const MONTHS_IN_TURN = 24
/** A run begins no further day after this long, in ms; a scheduled run counts as dead after 15 minutes. */
const RUN_MS = 5 * 60_000

/**
 * Counts the days that ended or changed since, in every organization. One that fails is logged and tried again with the next
 * run; the others are counted.
 */
export async function countDays(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('the messages of every organization are counted by day')
  await inEachOrganization(kernel, system, (orgId, isOver) => countOrganization(system, orgId, isOver))
}

/**
 * Counts the days of an organization that ended or changed since, earliest first: when the latest day was counted, all days
 * before it were. Each day is a transaction of its own, because readers of the event log wait for the oldest one.
 */
export async function countOrganization(system: Db, orgId: string, isOver: () => boolean = () => false): Promise<void> {
  await countToday(system, orgId)
  // Another process goes on with the days, and would give up if it met this one adding up months.
  const isDue = await hasDaysToCount(system, orgId)
  if (isDue && (await countTurn(system, orgId, isOver)) === 'elsewhere') return
  if (await hasMonthsToCount(system, orgId)) await countMonths(system, orgId, isOver)
  if (isDue) await storeOffered(system, orgId, isOver)
}

/**
 * Counts the messages of today as far as no transaction that began before may still change them, and the day before until it is
 * counted as one that is over. The first call for a day only notes which transactions have to end.
 */
async function countToday(system: Db, orgId: string): Promise<void> {
  const days = await openDays(system, orgId)
  const first = days[0]?.day
  if (first === undefined) return
  for (const day of days) {
    if (!day.isReady || !(day.isChanged || (await hasUncounted(system, orgId, day)))) continue
    const isHere = await whileLocked(system, orgId, async (db) => {
      await (day.isBegun ? countOpenDay(db, orgId, day) : beginDay(db, orgId, day))
      await forgetCountedChanges(db, orgId, first)
      return true
    })
    if (!isHere) return
  }
}

/** Stores the ranges that the screen offers today, where they are not. Each is a transaction of its own. */
async function storeOffered(system: Db, orgId: string, isOver: () => boolean): Promise<void> {
  const now = await daysNow(system, orgId)
  if (!now) return
  for (const days of offeredRanges(now.today, now.last)) {
    if (isOver()) return
    const query = { orgId, timeZone: now.timeZone, isLimited: false, ...days }
    if (await hasRange(system, query)) continue
    const isHere = await whileLocked(system, orgId, async (db) => {
      await storeRange(db, query, { withSets: true })
      return true
    })
    if (!isHere) return
  }
}

/** Counts days in a turn of the organization; `elsewhere`: another process counts them. */
async function countTurn(system: Db, orgId: string, isOver: () => boolean): Promise<'elsewhere' | 'here'> {
  for (let counted = 0; counted < DAYS_IN_TURN && !isOver(); counted++) {
    const hasMore = await countNextDay(system, orgId)
    if (hasMore === undefined) return 'elsewhere'
    if (!hasMore) break
  }
  return 'here'
}

/** Adds up the days of months that are complete; a month whose days change meanwhile loses its row again. */
async function countMonths(system: Db, orgId: string, isOver: () => boolean): Promise<void> {
  const countNext = () =>
    whileLocked(system, orgId, async (db) => {
      const next = await nextMonth(db, orgId)
      if (next) await countMonth(db, orgId, next)
      return next !== undefined
    })
  for (let counted = 0; counted < MONTHS_IN_TURN && !isOver(); counted++) if (!(await countNext())) return
}

/** Counts one day; returns whether there may be more, undefined while another process counts. */
async function countNextDay(system: Db, orgId: string): Promise<boolean | undefined> {
  // Committed before the messages are read: a transaction that wrote something holds up events as long as it is open.
  const isMarked = await whileLocked(system, orgId, async (db) => {
    await markChangedDays(db, orgId)
    return true
  })
  if (!isMarked) return undefined
  return whileLocked(system, orgId, async (db) => {
    const next = await nextDay(db, orgId)
    if (next) await countDay(db, orgId, next)
    return next !== undefined
  })
}

/** Works on the figures of an organization in a transaction; undefined while another process does. */
function whileLocked<T>(system: Db, orgId: string, work: (db: Db) => Promise<T>): Promise<T | undefined> {
  return system.transaction().execute(async (db) => ((await lockFigures(db, orgId)) ? work(db) : undefined))
}

/**
 * Recounts a random day of every organization, adds up a random month and a random range, corrects their figures, and returns
 * the days that were wrong, months and ranges by their first day. First counts days that are missing although the latest
 * one is there: before older messages came, or after a time zone that was set for a moment.
 */
export async function verifyDays(kernel: Kernel): Promise<{ orgId: string; day: string }[]> {
  const system = kernel.database.asSystem('stored figures of every organization are compared with its messages')
  const wrong: { orgId: string; day: string }[] = []
  await inEachOrganization(kernel, system, async (orgId, isOver) => {
    await countTurn(system, orgId, isOver)
    await forgetFailures(system, orgId)
    const day = await verifyOrganization(system, orgId)
    if (day !== undefined) wrong.push({ orgId, day })
    const month = await verifyMonth(system, orgId)
    if (month !== undefined) wrong.push({ orgId, day: month })
    const range = await verifyRange(system, orgId)
    if (range !== undefined) wrong.push({ orgId, day: range })
  })
  return wrong
}

function verifyOrganization(system: Db, orgId: string): Promise<string | undefined> {
  return whileLocked(system, orgId, async (db) => {
    await markChangedDays(db, orgId)
    const picked = await randomCountedDay(db, orgId)
    if (!picked) return undefined
    const before = await storedFigures(db, orgId, picked.day)
    await countDay(db, orgId, picked)
    return (await storedFigures(db, orgId, picked.day)) === before ? undefined : picked.day
  })
}

function verifyMonth(system: Db, orgId: string): Promise<string | undefined> {
  return whileLocked(system, orgId, async (db) => {
    const picked = await randomCountedMonth(db, orgId)
    if (!picked) return undefined
    const before = await storedMonth(db, orgId, picked.month)
    await countMonth(db, orgId, picked)
    return (await storedMonth(db, orgId, picked.month)) === before ? undefined : picked.month
  })
}

function verifyRange(system: Db, orgId: string): Promise<string | undefined> {
  return whileLocked(system, orgId, async (db) => {
    await markChangedDays(db, orgId)
    const picked = await randomStoredRange(db, orgId)
    if (!picked) return undefined
    const { query, withSets } = picked
    const before = await storedRange(db, query)
    await storeRange(db, query, { withSets })
    return (await storedRange(db, query)) === before ? undefined : query.start
  })
}

async function inEachOrganization(
  kernel: Kernel,
  system: Db,
  work: (orgId: string, isOver: () => boolean) => Promise<void>,
): Promise<void> {
  const endsAt = kernel.world.monotonicMs() + RUN_MS
  const isOver = () => kernel.world.monotonicMs() > endsAt
  for (const orgId of await everyOrganization(system)) {
    if (isOver()) return
    try {
      await work(orgId, isOver)
    } catch (error) {
      kernel.log.warn(
        { orgId, err: (error as Error).message },
        'analytics: the figures of an organization could not be counted, trying again later',
      )
    }
  }
}
