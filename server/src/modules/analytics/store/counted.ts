import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { answersIn, DECIDES_DAYS, isWithin, messageCounts, messageTotals, type DaySpan } from './days.ts'

/** How long after its end a day is counted: an hour more than the triggers wait (migration 0099). */
const COUNTED_AFTER = sql`interval '2 hours'`

/** The latest day that can be counted, of organization row `o`. */
export const lastDay = sql`(((now() - ${COUNTED_AFTER}) at time zone o.timezone)::date - 1)`

/**
 * Returns whether days of an organization ended or changed since they were counted, or were counted too early by a clock
 * that was ahead. Needs a handle across organizations.
 */
export async function hasDaysToCount(system: Db, orgId: string): Promise<boolean> {
  const result = await sql<{ isDue: boolean }>`
    select not exists (select from figure_day f where f.org_id = o.id and f.day = ${lastDay} and f.timezone = o.timezone)
      or exists (select from figure_day f where f.org_id = o.id and (f.is_stale or f.has_stale_answers))
      or exists (select from figure_day f where f.org_id = o.id and f.day > ${lastDay})
      or exists (select from figure_change q where q.org_id = o.id) as "isDue"
    from organization o where o.id = ${orgId}`.execute(system)
  return result.rows[0]?.isDue ?? false
}

/** Locks the figures of an organization until the transaction ends; returns whether no other process counts them. */
export async function lockFigures(db: Db, orgId: string): Promise<boolean> {
  const result = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`figures|${orgId}`}, 0)) as "isLocked"`.execute(db)
  return result.rows[0]?.isLocked ?? false
}

/** Keeps the days of an organization as they are until the transaction ends; returns false while they are counted. */
export async function shareFigures(db: Db, orgId: string): Promise<boolean> {
  const result = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${`figures|${orgId}`}, 0)) as "isLocked"`.execute(db)
  return result.rows[0]?.isLocked ?? false
}

/**
 * Takes the noted changes and marks the days that they concern. A change that commits later leaves its note for the next
 * time. Days that did not end yet in the present time zone are deleted, and so are the stored ranges of changed days, also of
 * those that have no row yet.
 */
export async function markChangedDays(db: Db, orgId: string): Promise<void> {
  await sql`delete from figure_day f using organization o where o.id = ${orgId} and f.org_id = o.id and f.day > ${lastDay}`.execute(
    db,
  )
  await sql`
    with taken as (delete from figure_change where org_id = ${orgId} returning day, timezone, changes_answers),
    outdated as (
      delete from figure_range r using taken t where r.org_id = ${orgId} and t.day between r.first_before - 2 and r.last + 2
        and (t.timezone <> r.timezone or t.day between r.first_before and r.last)
    ), concerned as (
      select f.day, bool_or(f.day between t.day - z.days and t.day + z.days) as is_changed
      from (select distinct day, timezone, changes_answers from taken) t
      join figure_day f on f.org_id = ${orgId} and f.day between t.day - 2 and t.day + 2 + ${DECIDES_DAYS}::int
      cross join lateral (select case when t.timezone = f.timezone then 0 else 2 end as days) z
      where f.day between t.day - z.days and t.day + z.days + case when t.changes_answers then ${DECIDES_DAYS}::int else 0 end
      group by f.day
    )
    update figure_day f set is_stale = f.is_stale or c.is_changed, has_stale_answers = true
    from concerned c where f.org_id = ${orgId} and f.day = c.day`.execute(db)
}

/** A day of an organization that was not counted, or changed since. */
export interface DayToCount {
  day: string
  timeZone: string
}

/** Returns the earliest day to count, from two days before the first message on. */
export async function nextDay(db: Db, orgId: string): Promise<DayToCount | undefined> {
  const result = await sql<DayToCount>`
    with days as (
      select o.timezone, ${lastDay} as last,
        (select (m.at at time zone 'UTC')::date - 2 from message m where m.org_id = o.id order by m.id limit 1) as first
      from organization o where o.id = ${orgId}
    )
    select n.day::text as day, d.timezone as "timeZone" from days d cross join lateral (
      (select f.day from figure_day f where f.org_id = ${orgId} and (f.is_stale or f.has_stale_answers) order by f.day limit 1)
      union all
      (select s.day::date from generate_series(least(d.first, d.last), d.last, interval '1 day') s(day)
        where not exists (
          select from figure_day f where f.org_id = ${orgId} and f.day = s.day::date and f.timezone = d.timezone)
        order by 1 limit 1)
    ) n order by n.day limit 1`.execute(db)
  return result.rows[0]
}

/** The people of one measure as bits of their counts: element n holds bit n - 1 of each count. */
const slicesOf = (measure: string): RawBuilder<unknown> => {
  const count = sql.ref(`p.${measure}`)
  return sql`array(
    select rtrim(string_agg(((coalesce(${count}, 0) >> k) & 1)::text, '' order by p.place), '0')::bit varying
    from generate_series(0, (select coalesce(ceil(log(2, max(${count}) + 1)), 0)::int - 1 from people p)) k cross join places p
    group by k order by k)`
}

const setOf = (measure: string): RawBuilder<unknown> =>
  sql`(select coalesce(rtrim(string_agg(case when ${sql.ref(`p.${measure}`)} > 0 then '1' else '0' end, '' order by p.place), '0'), '')::bit varying from places p)`

/** Counts one day from its messages and stores its figures, in place of those stored before. */
export async function countDay(db: Db, orgId: string, { day, timeZone }: DayToCount): Promise<void> {
  const date = sql`${day}::date`
  const span: DaySpan = { orgId, timeZone, first: date, last: date }
  await sql`
    insert into figure_contact (org_id, place, contact_id)
    select ${orgId}::uuid, (select coalesce(max(place), -1) from figure_contact where org_id = ${orgId}) + row_number() over (order by w.contact_id), w.contact_id
    from (
      select m.contact_id from message m where ${isWithin(span)} and m.direction <> 'internal'
      union select a.contact_id from ${answersIn(span)} a
    ) w
    where not exists (select from figure_contact c where c.org_id = ${orgId} and c.contact_id = w.contact_id)`.execute(
    db,
  )
  const hours = sql`select count(*) filter (where m.direction = 'in')::int as received
    from generate_series(0, 23) h left join written m on extract(hour from m.at at time zone ${timeZone}) = h group by h order by h`
  await sql`
    with written as materialized (
      select m.contact_id, m.direction, m.state, m.carrier_id, m.segments, m.sender_id, m.at from message m
      where ${isWithin(span)} and m.direction <> 'internal'
    ), people as materialized (
      select m.contact_id, count(*)::int as total, ${messageCounts} from written m group by m.contact_id
    ), places as materialized (
      select c.place, p.* from figure_contact c left join people p on p.contact_id = c.contact_id where c.org_id = ${orgId}
    ), members as (
      select m.sender_id as id, ${messageCounts} from written m where m.sender_id is not null group by m.sender_id
    ), answers as materialized (
      select a.*, c.place from ${answersIn(span)} a join figure_contact c on c.org_id = ${orgId} and c.contact_id = a.contact_id
    )
    insert into figure_day (org_id, day, timezone, sent, sent_texts, delivered, not_delivered, received, received_by_hour, by_member,
      active, replied, contact_sent, contact_delivered, contact_not_delivered, contact_received, answer_places, answer_senders, answer_seconds)
    select ${orgId}::uuid, ${date}, ${timeZone}, d.sent, d.sent_texts, d.delivered, d.not_delivered, d.received, array(${hours}),
      (select coalesce(jsonb_agg(to_jsonb(m) - 'received' order by m.id), '[]') from members m), ${setOf('total')}, ${setOf('received')},
      ${slicesOf('sent')}, ${slicesOf('delivered')}, ${slicesOf('not_delivered')}, ${slicesOf('received')},
      array(select place from answers order by answer_id), array(select sender_id from answers order by answer_id),
      array(select seconds from answers order by answer_id)
    from (select ${messageTotals} from written m) d
    on conflict (org_id, day) do update set timezone = excluded.timezone, sent = excluded.sent, sent_texts = excluded.sent_texts,
      delivered = excluded.delivered, not_delivered = excluded.not_delivered, received = excluded.received,
      received_by_hour = excluded.received_by_hour, by_member = excluded.by_member, active = excluded.active, replied = excluded.replied,
      contact_sent = excluded.contact_sent, contact_delivered = excluded.contact_delivered,
      contact_not_delivered = excluded.contact_not_delivered, contact_received = excluded.contact_received,
      answer_places = excluded.answer_places, answer_senders = excluded.answer_senders, answer_seconds = excluded.answer_seconds,
      is_stale = false, has_stale_answers = false`.execute(db)
}

/** Returns a random day of an organization whose stored figures are meant to be right, with its time zone. */
export async function randomCountedDay(db: Db, orgId: string): Promise<DayToCount | undefined> {
  const result = await sql<DayToCount>`
    select f.day::text as day, f.timezone as "timeZone" from figure_day f join organization o on o.id = f.org_id
    where f.org_id = ${orgId} and f.timezone = o.timezone and not f.is_stale and not f.has_stale_answers
    order by random() limit 1`.execute(db)
  return result.rows[0]
}

/** Deletes the failures of days that are over in every time zone. */
export async function forgetFailures(db: Db, orgId: string): Promise<void> {
  await sql`delete from figure_failure where org_id = ${orgId} and id < uuid_floor(now() - interval '3 days')`.execute(
    db,
  )
}

/** Returns the stored figures of a day, as text to compare. */
export async function storedFigures(db: Db, orgId: string, day: string): Promise<string> {
  const result = await sql<{ figures: string }>`
    select f::text as figures from figure_day f where f.org_id = ${orgId} and f.day = ${day}`.execute(db)
  return result.rows[0]?.figures ?? ''
}

/**
 * Returns all organizations in random order, so that none always comes too late when the time of a run ends. Needs a handle
 * across organizations.
 */
export async function everyOrganization(system: Db): Promise<string[]> {
  return (await sql<{ id: string }>`select id from organization order by random()`.execute(system)).rows.map(
    ({ id }) => id,
  )
}
