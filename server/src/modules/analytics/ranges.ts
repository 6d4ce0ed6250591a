import { dayIn, daysAfter } from '@crewline/contract/calendar'
import type { Db } from '../../kernel/db/pool.ts'
import { countAdded, readKept, type KeptDashboard } from './dashboard-views.ts'
import { datesOf, figuresOf, withDays, type RangeFigures } from './range-rules.ts'
import { countChangedContacts, countContacts, type ContactCount } from './store/contact-count.ts'
import { shareFigures } from './store/counted.ts'
import type { AnalyticsQuery } from './store/days.ts'
import { storeRange } from './keep-range.ts'
import { countAttention, countCurrentContacts, countPeriods, optOutsIn } from './views.ts'

/** How long after its end a day may be counted, in ms. */
const COUNTED_AFTER_MS = 2 * 3_600_000

/** Everything a dashboard shows, except billing. */
export interface Dashboard {
  figures: RangeFigures
  current: ContactCount & { unanswered: number }
  attention: { waitingOverDay: number; notDeliveredToday: number }
}

/**
 * Returns the figures of the requested days. The days that are over are read by their key once they were asked for, and
 * messages of later days are added; members with group scope read messages.
 */
export async function dashboardOf(db: Db, query: AnalyticsQuery, now: Date): Promise<Dashboard> {
  const { timeZone, orgId, isLimited } = query
  const day = dayIn(timeZone, now)
  const today = { ...query, start: day, end: day, count: 1 }
  if (isLimited) {
    const [figures, current, attention] = await Promise.all([
      countRange(db, query),
      countCurrentContacts(db, orgId),
      countAttention(db, today, now),
    ])
    return { figures, current, attention }
  }
  const range = daysOver(query, now)
  const dates = range && range.end < query.end ? datesOf({ start: daysAfter(range.end, 1), end: query.end }) : []
  const kept = await readKept(db, range ?? query, { dates: query.end === day ? dates : [], today, now })
  const [figures, contacts] = await Promise.all([
    range ? figuresOfRange(db, query, { range, dates, kept }) : countRange(db, query),
    contactsOf(db, orgId, now, kept),
  ])
  const { unanswered, waitingOverDay, notDeliveredToday } = kept
  return { figures, current: { ...contacts, unanswered }, attention: { waitingOverDay, notDeliveredToday } }
}

/** The requested days that are over for two hours, with all days before; undefined when there are none. */
function daysOver(query: AnalyticsQuery, now: Date): AnalyticsQuery | undefined {
  const last = daysAfter(dayIn(query.timeZone, new Date(now.getTime() - COUNTED_AFTER_MS)), -1)
  if (query.start > last) return undefined
  return query.end > last ? { ...query, end: last } : query
}

async function figuresOfRange(
  db: Db,
  query: AnalyticsQuery,
  { range, dates, kept }: { range: AnalyticsQuery; dates: string[]; kept: KeptDashboard },
): Promise<RangeFigures> {
  if (kept.figures && kept.added) return withDays(kept.figures, dates, kept.added)
  const isAll = dates.length === 0
  const stored = kept.figures && (isAll || kept.hasSets) ? kept.figures : await makeRange(db, range, !isAll)
  if (stored && isAll) return stored
  if (stored) {
    const added = await countAdded(db, range, dates)
    if (added) return withDays(stored, dates, added)
  }
  return countRange(db, query)
}

/** Stores a range in a transaction; undefined while days are counted, or when some of its days must be read from messages. */
function makeRange(db: Db, range: AnalyticsQuery, withSets: boolean): Promise<RangeFigures | undefined> {
  return db
    .transaction()
    .execute(async (tx) => ((await shareFigures(tx, range.orgId)) ? storeRange(tx, range, { withSets }) : undefined))
}

/** Counts a range from days and messages. */
async function countRange(db: Db, query: AnalyticsQuery): Promise<RangeFigures> {
  const [{ days, people }, optOuts] = await Promise.all([countPeriods(db, query), optOutsIn(db, query)])
  return figuresOf(query, days, people, optOuts)
}

async function contactsOf(
  db: Db,
  orgId: string,
  now: Date,
  { contacts, snapshot }: Pick<KeptDashboard, 'contacts' | 'snapshot'>,
): Promise<ContactCount> {
  if (contacts && !contacts.changes) return { contacts: contacts.contacts, reachable: contacts.reachable }
  const ids = contacts?.changes?.contactIds
  const again =
    contacts && ids ? await countChangedContacts(db, orgId, { ids, since: contacts.snapshot, snapshot }) : undefined
  return again ?? countContacts(db, orgId, now)
}
