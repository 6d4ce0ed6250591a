import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { audienceChanges, type AudienceChanges } from '../groups/index.ts'
import { isInSet, liveMessages, padded } from './counted-views.ts'
import type { RangeFigures } from './range-rules.ts'
import { COUNT_USED_MS, type ContactCount } from './store/contact-count.ts'
import { isOnDays, messageTotals, type AnalyticsQuery } from './store/days.ts'
import { isRange, isRightRange } from './stored-range-views.ts'
import { addedByOpenDays, type AddedDays } from './today-views.ts'
import { optOutsSince } from './views.ts'

/** What is stored for a dashboard, and what is counted from an index. */
export interface KeptDashboard {
  /** Null when the range is not stored. */
  figures: RangeFigures | null
  /** Whether the people of the range are stored, to join with others. */
  hasSets: boolean
  /** What the days after the range add to it; null when that is not stored. */
  added: AddedDays | null
  /** The stored count of contacts, and what changed since; null when there is none. */
  contacts: (ContactCount & { snapshot: string; changes: AudienceChanges | null }) | null
  /** The snapshot of this statement. */
  snapshot: string
  unanswered: number
  waitingOverDay: number
  notDeliveredToday: number
}

/**
 * Reads what is stored for the dashboard of a range whose days are over and of the days after it, and what needs someone today,
 * in one statement. Not for members with group scope.
 */
export async function readKept(
  db: Db,
  range: AnalyticsQuery,
  { dates, today, now }: { dates: readonly string[]; today: AnalyticsQuery; now: Date },
): Promise<KeptDashboard> {
  const { orgId } = today
  const result = await sql<KeptDashboard>`
    select r.figures, coalesce(r."hasSets", false) as "hasSets", k.contacts, pg_current_snapshot()::text as snapshot, v.unanswered, v."waitingOverDay",
      ${addedByOpenDays(range, dates)} as added,
      (select count(*)::int from figure_failure m where ${isOnDays(today)}) as "notDeliveredToday"
    from (
      -- Only the conditions and columns of the index conversation_waiting, so that no conversation is read.
      select count(*)::int as unanswered, count(*) filter (where v.waiting_since < ${now}::timestamptz - interval '1 day')::int as "waitingOverDay"
      from conversation v where v.org_id = ${orgId} and v.waiting_since is not null and not v.archived and v.snoozed_until is null
    ) v
    left join (
      select r.figures, r.active is not null as "hasSets" from figure_range r where ${isRightRange(range)}
    ) r on true
    left join (
      select json_build_object('contacts', s.contacts, 'reachable', s.reachable, 'snapshot', s.snapshot,
        'changes', ${audienceChanges(orgId, null, sql`s.snapshot`)}) as contacts
      from contact_count s where s.org_id = ${orgId} and s.counted_at > ${new Date(now.getTime() - COUNT_USED_MS)}
        and s.counted_at < ${new Date(now.getTime() + COUNT_USED_MS)}
        and pg_snapshot_xmax(s.snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
    ) k on true`.execute(db)
  const row = result.rows[0]
  if (!row) throw new Error('an aggregate returned no row')
  return row
}

/**
 * Counts the messages of the days after a stored range, and the people and opt-outs that the range does not have. Undefined
 * when the range is no longer stored.
 */
export async function countAdded(db: Db, range: AnalyticsQuery, dates: string[]): Promise<AddedDays | undefined> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return { days: [], replied: 0, active: 0, optOuts: 0 }
  const { orgId } = range
  const isNew = (set: string) => sql`not ${isInSet(sql.ref(`s.${set}`), sql`c.place`)}`
  const live = liveMessages({ query: range, first: sql`${first}::date`, live: dates, months: [], rest: [] })
  const result = await sql<AddedDays & { isStored: boolean }>`
    with sets as materialized (
      select ${padded(sql`r.active`, range)} as active, ${padded(sql`r.replied`, range)} as replied
      from figure_range r where ${isRange(range)} and r.active is not null
    ), written as materialized (select m.* from ${live}),
    people as (select m.contact_id, bool_or(m.direction = 'in') as replied from written m group by m.contact_id),
    added as (
      select count(*) filter (where p.replied and ${isNew('replied')})::int as replied, count(*) filter (where ${isNew('active')})::int as active
      from people p cross join sets s left join figure_contact c on c.org_id = ${orgId} and c.contact_id = p.contact_id
    ), days as (select m.day, ${messageTotals} from written m group by m.day)
    select exists (select from sets) as "isStored", a.replied, a.active,
      (select coalesce(json_agg(json_build_object('date', d.day, 'sent', d.sent, 'sentTexts', d.sent_texts, 'delivered', d.delivered,
        'notDelivered', d.not_delivered, 'received', d.received)), '[]') from days d) as days,
      (select count(distinct e.phone)::int from ${optOutsSince({ ...range, end: last }, sql`${first}::date`)} e
        where not exists (select from ${optOutsSince(range, sql`${range.start}::date`)} o where o.phone = e.phone)) as "optOuts"
    from added a`.execute(db)
  const row = result.rows[0]
  if (!row?.isStored) return undefined
  const { isStored: _, ...added } = row
  return added
}
