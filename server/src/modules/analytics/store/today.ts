import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { lastDay } from './counted.ts'
import { idAfter, idBefore, isWithin, messageTotals, type DaySpan } from './days.ts'

/** The age from which changes of a message are noted, as in the triggers of migration 0164. */
const NOTED_AFTER = sql`interval '2 minutes'`

/** A day that is not over, or not yet counted as one that is. */
export interface OpenDay {
  day: string
  timeZone: string
  /** Whether the day has a row. */
  isBegun: boolean
  /** Up to which moment messages are counted, by their ids; null when none are, or when all have to be counted anew. */
  through: string | null
  /** Whether every transaction has ended that may have changed a message without a note. */
  isReady: boolean
  /** Whether messages changed since they were counted. */
  isChanged: boolean
}

/** Whether the snapshot of row `d` has not seen the change `x`, which is visible. */
const isUnseen = sql`x.org_id = d.org_id and x.xid >= pg_snapshot_xmin(d.snapshot::pg_snapshot)
  and x.xid < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(x.xid, d.snapshot::pg_snapshot)
  and x.id < uuid_floor(d.through)`

/** Whether row `d` was written by this database: where a backup is restored, transactions may be numbered anew. */
const isOfHere = sql`(d.through is null or pg_snapshot_xmax(d.snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()))
  and d.next_xid < pg_snapshot_xmax(pg_current_snapshot())`

/** Returns the days of an organization that are not counted as days that are over, in order. */
export async function openDays(system: Db, orgId: string): Promise<OpenDay[]> {
  const result = await sql<OpenDay>`
    select l.day::text as day, l.timezone as "timeZone", d.day is not null as "isBegun",
      case when c.has_other then null else d.through end::text as through,
      coalesce(d.next_xid <= pg_snapshot_xmin(pg_current_snapshot()), true) as "isReady", c.has_other is not null as "isChanged"
    from (
      select o.id as org_id, s.day::date as day, o.timezone from organization o cross join lateral generate_series(
        ${lastDay} + 1, (now() at time zone o.timezone)::date, interval '1 day') s(day)
      where o.id = ${orgId}
    ) l
    left join figure_today d on d.org_id = l.org_id and d.day = l.day and d.timezone = l.timezone and ${isOfHere}
    left join lateral (select bool_or(x.is_other) as has_other from figure_today_change x where ${isUnseen}) c on true
    order by l.day`.execute(system)
  return result.rows
}

/** Returns whether a day has messages that are not counted. */
export async function hasUncounted(system: Db, orgId: string, { day, timeZone, through }: OpenDay): Promise<boolean> {
  const date = sql`${day}::date`
  const first = through === null ? idBefore(date, timeZone) : sql`uuid_floor(${through}::timestamptz)`
  const result = await sql<{ has: boolean }>`
    select exists (select from message m where m.org_id = ${orgId} and m.id >= ${first} and m.id < ${idAfter(date, timeZone)}
      and m.direction <> 'internal') as has`.execute(system)
  return result.rows[0]?.has ?? false
}

/** Begins to count a day, in place of what is stored of it: its messages are counted once the transactions of now are over. */
export async function beginDay(db: Db, orgId: string, { day, timeZone }: OpenDay): Promise<void> {
  await sql`
    insert into figure_today (org_id, day, timezone, next_through, next_xid)
    values (${orgId}, ${day}, ${timeZone}, now() - ${NOTED_AFTER}, pg_current_xact_id())
    on conflict (org_id, day) do update set timezone = excluded.timezone, through = null, snapshot = null,
      next_through = excluded.next_through, next_xid = excluded.next_xid`.execute(db)
}

/**
 * Counts the messages of a day up to the moment that was noted for it, and adds the changes of those counted before; all are
 * counted anew where more than their counts changed. Nothing happens while a transaction is open that may have changed one of
 * these messages without a note. Runs in a transaction that locks the figures of the organization.
 */
export async function countOpenDay(db: Db, orgId: string, { day, timeZone, through }: OpenDay): Promise<void> {
  const date = sql`${day}::date`
  const span: DaySpan = { orgId, timeZone, first: date, last: date }
  const from = through === null ? sql`true` : sql`m.id >= uuid_floor(${through}::timestamptz)`
  await sql`
    insert into figure_contact (org_id, place, contact_id)
    select ${orgId}::uuid, (select coalesce(max(place), -1) from figure_contact where org_id = ${orgId}) + row_number() over (order by w.contact_id), w.contact_id
    from (select distinct m.contact_id from message m where ${isWithin(span)} and ${from} and m.direction <> 'internal') w
    where not exists (select from figure_contact c where c.org_id = ${orgId} and c.contact_id = w.contact_id)`.execute(
    db,
  )
  const size = sql`(select coalesce(max(place), 0) + 1 from figure_contact where org_id = ${orgId})`
  const padded = (set: RawBuilder<unknown>) => sql`pg_catalog."bit"(${set}, ${size}, true)`
  const place = sql`set_bit(${padded(sql`b''`)}, p.place, 1)`
  const joined = (name: 'active' | 'replied') => {
    const stored = sql.ref(`s.${name}`)
    return sql`${padded(sql`case when s.is_full then b'' else ${stored} end`)} | coalesce(${sql.ref(`u.${name}`)}, ${padded(sql`b''`)})`
  }
  const sum = (name: 'sent' | 'sent_texts' | 'delivered' | 'not_delivered' | 'received') =>
    sql`case when s.is_full then 0 else ${sql.ref(`s.${name}`)} + ${sql.ref(`c.${name}`)} end + ${sql.ref(`t.${name}`)}`
  // A single statement, so that messages and changes are those of one snapshot. A contact who came since the statement above
  // has no place: then the day is counted a minute later.
  await sql`
    with state as materialized (
      select d.*, d.through is null or exists (select from figure_today_change x where ${isUnseen} and x.is_other) as is_full
      from figure_today d where d.org_id = ${orgId} and d.day = ${date} and d.timezone = ${timeZone}
        and d.next_xid <= pg_snapshot_xmin(pg_current_snapshot())
    ), written as materialized (
      select m.contact_id, m.direction, m.state, m.carrier_id, m.segments from message m
      where ${isWithin(span)} and m.direction <> 'internal' and m.id < (select uuid_floor(next_through) from state)
        and m.id >= (select case when is_full then ${idBefore(date, timeZone)} else uuid_floor(through) end from state)
    ), changes as (
      select coalesce(sum(x.sent), 0)::int as sent, coalesce(sum(x.sent_texts), 0)::int as sent_texts, coalesce(sum(x.delivered), 0)::int as delivered,
        coalesce(sum(x.not_delivered), 0)::int as not_delivered, coalesce(sum(x.received), 0)::int as received
      from state d join figure_today_change x on ${isUnseen} and (x.at at time zone ${timeZone})::date = d.day
    ), people as materialized (
      select c.place, bool_or(w.direction = 'in') as replied
      from written w left join figure_contact c on c.org_id = ${orgId} and c.contact_id = w.contact_id group by w.contact_id, c.place
    ), sets as (
      select bit_or(${place}) as active, bit_or(${place}) filter (where p.replied) as replied from people p where p.place is not null
    ), totals as (select ${messageTotals} from written m)
    update figure_today d set through = s.next_through, snapshot = pg_current_snapshot()::text, sent = ${sum('sent')},
      sent_texts = ${sum('sent_texts')}, delivered = ${sum('delivered')}, not_delivered = ${sum('not_delivered')},
      received = ${sum('received')}, active = ${joined('active')}, replied = ${joined('replied')},
      next_through = greatest(s.next_through, now() - ${NOTED_AFTER}), next_xid = pg_current_xact_id()
    from state s cross join changes c cross join sets u cross join totals t
    where d.org_id = s.org_id and d.day = s.day and not exists (select from people p where p.place is null)`.execute(db)
}

/** Deletes the rows of days before the first open one, and the changes that every count has seen. */
export async function forgetCountedChanges(db: Db, orgId: string, first: string): Promise<void> {
  await sql`delete from figure_today where org_id = ${orgId} and day < ${first}`.execute(db)
  await sql`
    delete from figure_today_change x where x.org_id = ${orgId} and (x.xid >= pg_snapshot_xmax(pg_current_snapshot()) or x.xid < (
      select least(pg_snapshot_xmin(pg_current_snapshot()), min(pg_snapshot_xmin(d.snapshot::pg_snapshot)))
      from figure_today d where d.org_id = ${orgId}))`.execute(db)
}
