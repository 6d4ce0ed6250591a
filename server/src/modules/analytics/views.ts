import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { counts, dayOf, firstDay, isAbout, isOnDays, type AnalyticsQuery } from './day-views.ts'

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
}

/** Counts messages for each requested day and as many days before, in order. Days without messages have zeros. */
export async function countedDays(db: Db, query: AnalyticsQuery): Promise<CountedDay[]> {
  // Join with the days instead of grouping by an expression: for an expression the planner expects as many groups as
  // rows and sorts a million rows on disk.
  const result = await sql<CountedDay>`
    select to_char(d.day, 'YYYY-MM-DD') as date,
      count(*) filter (where ${counts.sent}) as sent,
      coalesce(sum(m.segments) filter (where ${counts.sent}), 0) as "sentTexts",
      count(*) filter (where ${counts.delivered}) as delivered,
      count(*) filter (where ${counts.not_delivered}) as "notDelivered",
      count(*) filter (where ${counts.received}) as received
    from (select ${firstDay(query)} + n as day from generate_series(0, ${2 * query.count - 1}::int) n) d
    left join message m on ${isAbout(query)} and ${dayOf(query)} = d.day
    group by d.day order by d.day`.execute(db)
  return result.rows
}

/** Counts the distinct contacts that sent or received messages. */
export async function countActiveContacts(
  db: Db,
  query: AnalyticsQuery,
): Promise<{ replied: number; active: number; repliedBefore: number }> {
  const result = await sql<{ replied: number; active: number; repliedBefore: number }>`
    select count(*) filter (where replied)::int as replied, count(*) filter (where active)::int as active,
           count(*) filter (where replied_before)::int as "repliedBefore"
    from (
      select bool_or(day between ${query.start}::date and ${query.end}::date and direction = 'in') as replied,
             bool_or(day between ${query.start}::date and ${query.end}::date) as active,
             bool_or(day between ${firstDay(query)} and ${query.start}::date - 1 and direction = 'in') as replied_before
      from (select m.contact_id, m.direction, ${dayOf(query)} as day from message m where ${isAbout(query)} and m.direction <> 'internal') written
      group by contact_id
    ) people`.execute(db)
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

/** Counts the people who have waited for more than a day, and the messages of this day that were not delivered. */
export async function countAttention(
  db: Db,
  { orgId, timeZone, today, now }: { orgId: string; timeZone: string; today: string; now: Date },
): Promise<{ waitingOverDay: number; notDeliveredToday: number }> {
  const days = { orgId, timeZone, start: today, end: today, count: 1 }
  const result = await sql<{ waitingOverDay: number; notDeliveredToday: number }>`
    select (select count(*)::int from conversation v where ${waitsOverDay(orgId, now)}) as "waitingOverDay",
      (select count(*)::int from message m where ${isOnDays(days)} and ${counts.not_delivered}) as "notDeliveredToday"`.execute(
    db,
  )
  return result.rows[0] ?? { waitingOverDay: 0, notDeliveredToday: 0 }
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
