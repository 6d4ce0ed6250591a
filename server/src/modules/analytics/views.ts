import { daysAfter } from '@crewline/contract/calendar'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import {
  findCountedDays,
  isInSet,
  liveDays,
  liveMessages,
  padded,
  partsOf,
  storedParts,
  withoutLive,
  type CountedDays,
} from './counted-views.ts'
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

/** What is counted of the requested days and as many days before. */
export interface CountedPeriods {
  /** In order; days without messages have zeros. */
  days: CountedDay[]
  people: ActiveContacts
}

/** Distinct contacts with messages. */
export interface ActiveContacts {
  replied: number
  active: number
  repliedBefore: number
}

/** A day or month as `readStored` returns it: its first day, and for each measure the counts of its days. */
type StoredPart = [day: string, ...counts: [number[], number[], number[], number[], number[]]]

/**
 * Counts messages and contacts of the requested days and as many days before. Where all figures are stored, one statement
 * finds that out and reads them: a year is some twenty months and the days at its ends.
 */
export async function countPeriods(db: Db, query: AnalyticsQuery): Promise<CountedPeriods> {
  const days = new Map<string, CountedDay>()
  if (query.isLimited) {
    const found = await findCountedDays(db, query, 'with those before')
    const [live, people] = await Promise.all([countLive(db, found), countActiveContacts(db, found)])
    return { days: inOrder(query, [...live]), people }
  }
  const stored = await readStored(db, query)
  for (const day of daysOfParts(stored.parts)) days.set(day.date, day)
  if (stored.live.length === 0) return { days: inOrder(query, [...days.values()]), people: stored.people }
  const parts = withoutLive(partsOf(query, 'with those before'), stored.live)
  const found = { query, first: firstDay(query), ...parts }
  const [live, people] = await Promise.all([countLive(db, found), countActiveContacts(db, found)])
  return { days: inOrder(query, [...days.values(), ...live]), people }
}

/** Returns the counted days of stored parts, in no order. */
export function daysOfParts(parts: StoredPart[]): CountedDay[] {
  return parts.flatMap(([first, ...counts]) =>
    counts[0].map((_, nth) => {
      const [sent = 0, sentTexts = 0, delivered = 0, notDelivered = 0, received = 0] = counts.map((of_) => of_[nth])
      return { date: daysAfter(first, nth), sent, sentTexts, delivered, notDelivered, received }
    }),
  )
}

function inOrder({ start, count }: AnalyticsQuery, counted: CountedDay[]): CountedDay[] {
  const byDate = new Map(counted.map((day) => [day.date, day]))
  return Array.from({ length: 2 * count }, (_, nth) => {
    const date = daysAfter(start, nth - count)
    return byDate.get(date) ?? { date, sent: 0, sentTexts: 0, delivered: 0, notDelivered: 0, received: 0 }
  })
}

/** What is stored of days and as many before; the people are right when no messages must be read. */
export interface StoredPeriods {
  /** The days whose messages must be read, in order. */
  live: string[]
  parts: StoredPart[]
  people: ActiveContacts
  /** The places of the people of the requested days, as bits; null unless asked for. */
  sets: { active: string; replied: string } | null
}

/** Reads what is stored, with the days whose messages must be read. */
export async function readStored(
  db: Db,
  query: AnalyticsQuery,
  { withSets = false }: { withSets?: boolean } = {},
): Promise<StoredPeriods> {
  const { orgId, timeZone } = query
  const parts = partsOf(query, 'with those before')
  const isOf = (row: string) =>
    sql`${sql.ref(`${row}.org_id`)} = ${orgId} and ${sql.ref(`${row}.timezone`)} = ${timeZone}`
  const setOf = (name: 'replied' | 'active', isNow: boolean) =>
    sql`bit_or(pg_catalog."bit"(${sql.ref(`p.${name}`)}, (select n from size), true)) filter (where (p.day >= ${query.start}::date) = ${isNow})`
  const peopleOf = (name: 'replied' | 'active', isNow: boolean) =>
    sql`coalesce(bit_count(${setOf(name, isNow)}), 0)::int`
  const sets = withSets
    ? sql`, json_build_object('active', coalesce(${setOf('active', true)}::text, ''), 'replied', coalesce(${setOf('replied', true)}::text, '')) as sets`
    : sql``
  const result = await sql<{ live: string[]; parts: StoredPart[]; sets?: StoredPeriods['sets'] } & ActiveContacts>`
    with ${liveDays(query, parts, { first: firstDay(query), figures: 'messages' })},
    size as materialized (select coalesce(max(place), 0) + 1 as n from figure_contact where org_id = ${orgId}),
    months as materialized (
      select m.month, m.sent, m.sent_texts, m.delivered, m.not_delivered, m.received, m.active, m.replied from figure_month m
      where ${isOf('m')} and m.month = any(${parts.months}::date[])
        and not exists (select from live l where l.day >= m.month and l.day < (m.month + interval '1 month')::date)
    ), parts as materialized (
      select m.month as day, m.sent, m.sent_texts, m.delivered, m.not_delivered, m.received, m.active, m.replied from months m
      union all
      select f.day, array[f.sent], array[f.sent_texts], array[f.delivered], array[f.not_delivered], array[f.received], f.active, f.replied
      from (
        select unnest(${parts.rest}::date[]) as day
        union all
        select c.month + n from unnest(${parts.months}::date[]) c(month) cross join generate_series(0, 30) n
        where c.month + n < (c.month + interval '1 month')::date and not exists (select from months m where m.month = c.month)
      ) d join figure_day f on ${isOf('f')} and f.day = d.day
      where not exists (select from live l where l.day = d.day)
    )
    select (select coalesce(array_agg(l.day::text order by l.day), '{}') from live l) as live,
      coalesce(json_agg(json_build_array(p.day, p.sent, p.sent_texts, p.delivered, p.not_delivered, p.received)), '[]') as parts,
      ${peopleOf('replied', true)} as replied, ${peopleOf('active', true)} as active, ${peopleOf('replied', false)} as "repliedBefore"${sets}
    from parts p`.execute(db)
  const row = result.rows[0]
  if (!row) throw new Error('an aggregate returned no row')
  const { live, parts: stored, sets: found, ...people } = row
  return { live, parts: stored, people, sets: found ?? null }
}

/** Counts the messages of the days whose messages are read. */
async function countLive(db: Db, days: CountedDays): Promise<CountedDay[]> {
  const result = await sql<CountedDay>`
    select c.day::text as date, c.sent, c.sent_texts as "sentTexts", c.delivered, c.not_delivered as "notDelivered", c.received
    from (select m.day, ${messageTotals} from ${liveMessages(days)} group by m.day) c`.execute(db)
  return result.rows
}

/** Counts the distinct contacts that sent or received messages. */
async function countActiveContacts(db: Db, days: CountedDays): Promise<ActiveContacts> {
  const { query } = days
  const [replied, active] = [padded(sql`f.replied`, query), padded(sql`f.active`, query)]
  const isNew = (set: string) => sql`not ${isInSet(sql.ref(`s.${set}`), sql`c.place`)}`
  const result = await sql<ActiveContacts>`
    with sets as (
      select bit_or(${replied}) filter (where f.is_now) as replied, bit_or(${active}) filter (where f.is_now) as active,
        bit_or(${replied}) filter (where not f.is_now) as replied_before
      from ${storedParts(days)}
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
