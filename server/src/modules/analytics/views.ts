import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { figuresByContact, keptFigures, liveMessages, withCountedDays } from './counted-views.ts'
import { dayOf, firstDay, isAbout, type AnalyticsQuery } from './day-views.ts'
import { counts } from './store/conditions.ts'

/** One calendar day of the organization's time zone. */
export interface CountedDay {
  date: string
  /** Messages accepted by a carrier, and their number of segments. */
  sent: number
  sentTexts: number
  delivered: number
  /** Messages shown as "Not delivered", whether or not a carrier accepted them. */
  notDelivered: number
  received: number
  /** Those of the messages sent and received that were deleted after their period. */
  deleted: number
}

/** Counts messages for each day from `first` to the last requested one, in order. Days without messages have zeros. */
export async function countedDays(db: Db, query: AnalyticsQuery, first: RawBuilder<unknown>): Promise<CountedDay[]> {
  const range = { first, last: sql`${query.end}::date` }
  const result = await sql<CountedDay>`
    with ${withCountedDays(query, { ...range, counted: query.isLimited ? 'none' : 'until now' })}, parts as (
      select f.day, f.sent, f.sent_texts, f.delivered, f.not_delivered, f.received, 0 as deleted
      from figure_day f where f.org_id = ${query.orgId} and f.day in (select day from days where is_counted)
      union all
      select d.day, count(*) filter (where ${counts.sent})::int, coalesce(sum(m.segments) filter (where ${counts.sent}), 0)::int,
        count(*) filter (where ${counts.delivered})::int, count(*) filter (where ${counts.not_delivered})::int,
        count(*) filter (where ${counts.received})::int, 0
      from ${liveMessages(query)} group by d.day
      union all
      select k.day, k.sent, k.sent_texts, k.delivered, k.not_delivered, k.received, k.sent + k.received
      from ${keptFigures(query, range)} k
    )
    select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(sum(p.sent), 0)::int as sent,
      coalesce(sum(p.sent_texts), 0)::int as "sentTexts", coalesce(sum(p.delivered), 0)::int as delivered,
      coalesce(sum(p.not_delivered), 0)::int as "notDelivered", coalesce(sum(p.received), 0)::int as received,
      coalesce(sum(p.deleted), 0)::int as deleted
    from days d left join parts p on p.day = d.day group by d.day order by d.day`.execute(db)
  return result.rows
}

/** Counts the contacts that sent or received messages. */
export async function countActiveContacts(
  db: Db,
  query: AnalyticsQuery,
): Promise<{ replied: number; active: number; repliedBefore: number }> {
  const [now, before] = [
    figuresByContact(query, sql`${query.start}::date`, sql`${query.end}::date`),
    figuresByContact(query, firstDay(query), sql`(${query.start}::date - 1)`),
  ]
  const result = await sql<{ replied: number; active: number; repliedBefore: number }>`
    select count(*) filter (where n.received > 0)::int as replied, count(*)::int as active,
      (select count(*) filter (where b.received > 0)::int from ${before} b) as "repliedBefore"
    from ${now} n`.execute(db)
  return result.rows[0] ?? { replied: 0, active: 0, repliedBefore: 0 }
}

/** Counts the distinct numbers that opted out. Another STOP while opted out does not count. */
export async function optOutsIn(db: Db, query: AnalyticsQuery): Promise<{ now: number; before: number }> {
  const result = await sql<{ now: number; before: number }>`
    select count(distinct e.phone) filter (where e.day >= ${query.start}::date)::int as now,
           count(distinct e.phone) filter (where e.day < ${query.start}::date)::int as before
    from ${optOutsSince(query, firstDay(query))} e`.execute(db)
  return result.rows[0] ?? { now: 0, before: 0 }
}

/** The opt-outs from day `first` on, with `id`, `phone`, `at` and `day`; a number may have several. */
export function optOutsSince(query: AnalyticsQuery, first: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
      select m.id, m.phone, m.at, ${dayOf(query)} as day from consent_event m
      where ${isAbout(query)} and ${dayOf(query)} between ${first} and ${query.end}::date and m.action = 'opt_out' and coalesce((
        select p.action from consent_event p where p.org_id = m.org_id and p.phone = m.phone and p.id < m.id
          and p.action in ('opt_out', 'opt_in', 'opt_out_undone') order by p.id desc limit 1), 'opt_in') <> 'opt_out'
        and coalesce((select n.action from consent_event n where n.org_id = m.org_id and n.phone = m.phone and n.id > m.id
          order by n.id limit 1), 'opt_out') <> 'opt_out_undone'
    )`
}

/** Counts the people who have waited for more than a day, and the messages of the given day that were not delivered. */
export async function countAttention(
  db: Db,
  today: AnalyticsQuery,
  now: Date,
): Promise<{ waitingOverDay: number; notDeliveredToday: number }> {
  const [waiting, [counted]] = await Promise.all([
    sql<{
      count: number
    }>`select count(*)::int as count from conversation v where ${waitsOverDay(today.orgId, now)}`.execute(db),
    countedDays(db, today, sql`${today.start}::date`),
  ])
  return { waitingOverDay: waiting.rows[0]?.count ?? 0, notDeliveredToday: counted?.notDelivered ?? 0 }
}

/** Filters conversations `v` to those that wait for an answer, as the inbox lists them, for more than a day. */
export function waitsOverDay(orgId: string, now: Date): RawBuilder<unknown> {
  return sql`v.org_id = ${orgId} and not v.archived and v.snoozed_until is null
    and v.waiting_since < ${now}::timestamptz - interval '1 day'`
}

/**
 * Counts the contacts, how many of them can be texted, and how many wait for an answer, in the same way as the lists.
 */
export async function countCurrentContacts(
  db: Db,
  orgId: string,
): Promise<{ contacts: number; reachable: number; unanswered: number }> {
  const result = await sql<{ contacts: number; reachable: number; unanswered: number }>`
    select count(*)::int as contacts,
      count(*) filter (where c.phone is not null and c.phone_state = 'ok' and k.opted_out is not true)::int as reachable,
      (select count(*)::int from conversation v where v.org_id = ${orgId} and v.waiting_since is not null and not v.archived and v.snoozed_until is null) as unanswered
    from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
    where c.org_id = ${orgId} and c.archived_at is null`.execute(db)
  return result.rows[0] ?? { contacts: 0, reachable: 0, unanswered: 0 }
}
