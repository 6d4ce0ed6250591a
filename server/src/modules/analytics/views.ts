import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isInSet, liveMessages, padded, storedRows, type CountedDays } from './counted-views.ts'
import { counts, dayOf, firstDay, isOnDays, isWithin, messageTotals, type AnalyticsQuery } from './store/days.ts'

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
export async function countedDays(db: Db, days: CountedDays): Promise<CountedDay[]> {
  const { query, first } = days
  const result = await sql<CountedDay>`
    with figures as (
      select f.day, f.sent, f.sent_texts, f.delivered, f.not_delivered, f.received from ${storedRows(days)}
      union all
      select m.day, ${messageTotals} from ${liveMessages(days)} group by m.day
    )
    select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(f.sent, 0) as sent, coalesce(f.sent_texts, 0) as "sentTexts",
      coalesce(f.delivered, 0) as delivered, coalesce(f.not_delivered, 0) as "notDelivered", coalesce(f.received, 0) as received
    from (select ${first} + n as day from generate_series(0, ${query.end}::date - ${first}) n) d
    left join figures f on f.day = d.day order by d.day`.execute(db)
  return result.rows
}

/** Counts the distinct contacts that sent or received messages. */
export async function countActiveContacts(
  db: Db,
  days: CountedDays,
): Promise<{ replied: number; active: number; repliedBefore: number }> {
  const { query } = days
  const [replied, active] = [padded(sql`f.replied`, query), padded(sql`f.active`, query)]
  const isNew = (set: string) => sql`not ${isInSet(sql.ref(`s.${set}`), sql`c.place`)}`
  const result = await sql<{ replied: number; active: number; repliedBefore: number }>`
    with sets as (
      select bit_or(${replied}) filter (where f.is_now) as replied, bit_or(${active}) filter (where f.is_now) as active,
        bit_or(${replied}) filter (where not f.is_now) as replied_before
      from ${storedRows(days)}
    ), people as (
      select m.contact_id, coalesce(bool_or(m.direction = 'in') filter (where m.is_now), false) as replied, bool_or(m.is_now) as active,
        coalesce(bool_or(m.direction = 'in') filter (where not m.is_now), false) as replied_before
      from ${liveMessages(days)} group by m.contact_id
    ), added as (
      select count(*) filter (where p.replied and ${isNew('replied')}) as replied, count(*) filter (where p.active and ${isNew('active')}) as active,
        count(*) filter (where p.replied_before and ${isNew('replied_before')}) as replied_before
      from people p cross join sets s left join figure_contact c on c.org_id = ${query.orgId} and c.contact_id = p.contact_id
    )
    select (coalesce(bit_count(s.replied), 0) + a.replied)::int as replied, (coalesce(bit_count(s.active), 0) + a.active)::int as active,
      (coalesce(bit_count(s.replied_before), 0) + a.replied_before)::int as "repliedBefore"
    from sets s cross join added a`.execute(db)
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
      where ${isWithin({ orgId: query.orgId, timeZone: query.timeZone, first, last: sql`${query.end}::date` })} and m.action = 'opt_out' and coalesce((
        select p.action from consent_event p where p.org_id = m.org_id and p.phone = m.phone and p.id < m.id
          and p.action in ('opt_out', 'opt_in', 'opt_out_undone') order by p.id desc limit 1), 'opt_in') <> 'opt_out'
        and coalesce((select n.action from consent_event n where n.org_id = m.org_id and n.phone = m.phone and n.id > m.id
          order by n.id limit 1), 'opt_out') <> 'opt_out_undone'
    )`
}

/** Counts the people who have waited for more than a day, and the messages of this day that were not delivered. */
export async function countAttention(
  db: Db,
  today: AnalyticsQuery,
  now: Date,
): Promise<{ waitingOverDay: number; notDeliveredToday: number }> {
  const result = await sql<{ waitingOverDay: number; notDeliveredToday: number }>`
    select (select count(*)::int from conversation v where ${waitsOverDay(today.orgId, now)}) as "waitingOverDay",
      (select count(*)::int from message m where ${isOnDays(today)} and ${counts.not_delivered}) as "notDeliveredToday"`.execute(
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
