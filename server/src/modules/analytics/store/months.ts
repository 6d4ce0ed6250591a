import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { lastDay } from './counted.ts'

/** A month whose days are all stored, by its first day. */
export interface MonthToCount {
  month: string
  timeZone: string
}

const nextOf = (month: RawBuilder<unknown>) => sql`(${month} + interval '1 month')::date`

/**
 * Returns whether months that are over have no row. Not exact: a month with a missing day counts, too. Needs a handle across
 * organizations.
 */
export async function hasMonthsToCount(system: Db, orgId: string): Promise<boolean> {
  const result = await sql<{ isDue: boolean }>`
    select (select count(*) from figure_month m where m.org_id = o.id and m.timezone = o.timezone)
      < extract(year from n.months) * 12 + extract(month from n.months) as "isDue"
    from organization o cross join lateral (
      select age(date_trunc('month', (${lastDay} + 1)::timestamp), date_trunc('month', min(f.day) + interval '1 month' - interval '1 day')) as months
      from figure_day f where f.org_id = o.id
    ) n where o.id = ${orgId}`.execute(system)
  return result.rows[0]?.isDue ?? false
}

/** Returns the earliest month without a row that is over and whose days are all stored as they are now. */
export async function nextMonth(db: Db, orgId: string): Promise<MonthToCount | undefined> {
  const month = sql`s.month`
  const result = await sql<MonthToCount>`
    select s.month::date::text as month, o.timezone as "timeZone"
    from organization o cross join lateral generate_series(
      date_trunc('month', (select min(f.day)::timestamp from figure_day f where f.org_id = o.id)),
      date_trunc('month', (${lastDay} + 1)::timestamp) - interval '1 month', interval '1 month') s(month)
    where o.id = ${orgId}
      and not exists (select from figure_month m where m.org_id = o.id and m.month = s.month::date and m.timezone = o.timezone)
      and (select count(*) from figure_day f where f.org_id = o.id and f.day >= s.month::date and f.day < ${nextOf(month)}
        and f.timezone = o.timezone and not f.is_stale and not f.has_stale_answers) = ${nextOf(month)} - s.month::date
    order by 1 limit 1`.execute(db)
  return result.rows[0]
}

/** Adds up the days of a month and stores the figures, in place of those stored before. */
export async function countMonth(db: Db, orgId: string, { month, timeZone }: MonthToCount): Promise<void> {
  const first = sql`${month}::date`
  const size = sql`(select coalesce(max(place), 0) + 1 from figure_contact where org_id = ${orgId})`
  // Without the zeros at the end, as for days: adding up a month again must not differ because contacts came since.
  const setOf = (name: 'active' | 'replied') =>
    sql`rtrim(bit_or(pg_catalog."bit"(${sql.ref(`f.${name}`)}, ${size}, true))::text, '0')::bit varying`
  const ofDays = (name: string) => sql`array_agg(${sql.ref(`f.${name}`)} order by f.day)`
  const slicesOf = (name: string) => sql`sum_slices(${sql.ref(`f.${name}`)} order by f.day)`
  await sql`
    with days as materialized (
      select * from figure_day f where f.org_id = ${orgId} and f.timezone = ${timeZone} and f.day >= ${first} and f.day < ${nextOf(first)}
    ), members as (
      select w.id, sum(w.sent)::int as sent, sum(w.delivered)::int as delivered, sum(w.not_delivered)::int as not_delivered
      from days f cross join lateral jsonb_to_recordset(f.by_member) w(id uuid, sent int, delivered int, not_delivered int) group by w.id
    ), hours as (
      select extract(dow from f.day)::int * 24 + h.nth::int - 1 as hour, sum(h.received)::int as received
      from days f cross join lateral unnest(f.received_by_hour) with ordinality h(received, nth) group by 1
    )
    insert into figure_month (org_id, month, timezone, sent, sent_texts, delivered, not_delivered, received, received_by_hour, by_member,
      active, replied, contact_sent, contact_delivered, contact_not_delivered, contact_received)
    select ${orgId}::uuid, ${first}, ${timeZone}, ${ofDays('sent')}, ${ofDays('sent_texts')}, ${ofDays('delivered')},
      ${ofDays('not_delivered')}, ${ofDays('received')},
      array(select coalesce(h.received, 0) from generate_series(0, 167) n left join hours h on h.hour = n order by n),
      (select coalesce(jsonb_agg(to_jsonb(m) order by m.id), '[]') from members m),
      ${setOf('active')}, ${setOf('replied')}, ${slicesOf('contact_sent')}, ${slicesOf('contact_delivered')},
      ${slicesOf('contact_not_delivered')}, ${slicesOf('contact_received')}
    from days f
    on conflict (org_id, month) do update set timezone = excluded.timezone, sent = excluded.sent, sent_texts = excluded.sent_texts,
      delivered = excluded.delivered, not_delivered = excluded.not_delivered, received = excluded.received,
      received_by_hour = excluded.received_by_hour, by_member = excluded.by_member, active = excluded.active, replied = excluded.replied,
      contact_sent = excluded.contact_sent, contact_delivered = excluded.contact_delivered,
      contact_not_delivered = excluded.contact_not_delivered, contact_received = excluded.contact_received`.execute(db)
}

/** Returns a random month whose figures are stored, with its time zone. */
export async function randomCountedMonth(db: Db, orgId: string): Promise<MonthToCount | undefined> {
  const result = await sql<MonthToCount>`
    select m.month::text as month, m.timezone as "timeZone" from figure_month m join organization o on o.id = m.org_id
    where m.org_id = ${orgId} and m.timezone = o.timezone order by random() limit 1`.execute(db)
  return result.rows[0]
}

/** Returns the stored figures of a month, as text to compare. */
export async function storedMonth(db: Db, orgId: string, month: string): Promise<string> {
  const result = await sql<{ figures: string }>`
    select m::text as figures from figure_month m where m.org_id = ${orgId} and m.month = ${month}`.execute(db)
  return result.rows[0]?.figures ?? ''
}
