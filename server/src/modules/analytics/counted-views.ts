import { daysAfter } from '@crewline/contract/calendar'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { daysOfMonth, monthOf, splitMonths, type DayParts } from './month-rules.ts'
import { answersIn, dayOf, DECIDES_DAYS, firstDay, isAbout, type AnalyticsQuery, type DaySpan } from './store/days.ts'

/** Runs of days whose messages are read one by one; more are read at once, with the days between them. */
const MOST_RUNS = 4

/** Days of a query, with those whose figures are not stored. */
export interface CountedDays extends DayParts {
  query: AnalyticsQuery
  first: RawBuilder<unknown>
  /** Days whose messages are read: today, days that were not counted yet, and days that changed since (ADR 0143). */
  live: string[]
}

type Period = 'requested' | 'with those before'

/** The requested days in whole months and the rest; a month never has days of both the requested ones and those before. */
export function partsOf({ start, end, count }: AnalyticsQuery, period: Period): DayParts {
  const requested = splitMonths(start, end)
  if (period === 'requested') return requested
  const before = splitMonths(daysAfter(start, -count), daysAfter(start, -1))
  return { months: [...before.months, ...requested.months], rest: [...before.rest, ...requested.rest] }
}

/**
 * Finds out of which requested days the figures are stored. A change that commits later is not seen. For members with group
 * scope, every day is read.
 */
export async function findCountedDays(
  db: Db,
  query: AnalyticsQuery,
  days: Period,
  figures: 'messages' | 'answers' = 'messages',
): Promise<CountedDays> {
  const { isLimited, start, count } = query
  const first = days === 'requested' ? sql`${start}::date` : firstDay(query)
  const length = days === 'requested' ? count : 2 * count
  if (isLimited) {
    const live = Array.from({ length }, (_, n) => daysAfter(query.end, n + 1 - length))
    return { query, first, live, months: [], rest: [] }
  }
  const parts = partsOf(query, days)
  const result = await sql<{ day: string }>`
    with ${liveDays(query, parts, { first, figures })} select day::text as day from live order by day`.execute(db)
  return {
    query,
    first,
    ...withoutLive(
      parts,
      result.rows.map(({ day }) => day),
    ),
  }
}

/** Takes days whose messages are read from the months and days whose figures are stored. */
export function withoutLive({ months, rest }: DayParts, live: string[]): DayParts & { live: string[] } {
  const isLive = new Set(live)
  const broken = new Set(live.map(monthOf))
  return {
    live,
    months: months.filter((month) => !broken.has(month)),
    rest: [...rest, ...months.filter((month) => broken.has(month)).flatMap(daysOfMonth)].filter(
      (day) => !isLive.has(day),
    ),
  }
}

/** The expression `live` with the days that are read from messages. The days of a month that is stored are stored, too. */
export function liveDays(
  { orgId, timeZone, end }: AnalyticsQuery,
  { months, rest }: DayParts,
  { first, figures }: { first: RawBuilder<unknown>; figures: 'messages' | 'answers' },
): RawBuilder<unknown> {
  const [isStale, after] =
    figures === 'messages'
      ? [sql`f.is_stale`, sql`0`]
      : [
          sql`(f.is_stale or f.has_stale_answers)`,
          sql`case when q.changes_answers then ${DECIDES_DAYS}::int else 0 end`,
        ]
  // The notes of many transactions are about few days.
  return sql`noted as materialized (
      select distinct q.day, ${after} + z.days as after, z.days as before from figure_change q
      cross join lateral (select case when q.timezone = ${timeZone} then 0 else 2 end as days) z where q.org_id = ${orgId}
    ), live as materialized (
      select d.day from (
        select unnest(${rest}::date[]) as day
        union all
        select c.month + n from unnest(${months}::date[]) c(month) cross join generate_series(0, 30) n
        where c.month + n < (c.month + interval '1 month')::date and not exists (
          select from figure_month m where m.org_id = ${orgId} and m.timezone = ${timeZone} and m.month = c.month)
      ) d where not exists (
        select from figure_day f where f.org_id = ${orgId} and f.day = d.day and f.timezone = ${timeZone} and not ${isStale})
      union
      select s.day::date from noted q cross join generate_series(
        greatest(q.day - q.before, ${first})::timestamp, least(q.day + q.after, ${end}::date)::timestamp, interval '1 day') s(day)
    )`
}

/** The notes of changes to days of a query or to those before, as a select without columns. */
export function notesAbout({ orgId, timeZone, start, end, count }: AnalyticsQuery): RawBuilder<unknown> {
  // A note of another time zone may be about a day before or after, as for days (`liveDays`).
  return sql`
    select from figure_change q where q.org_id = ${orgId} and q.day between ${start}::date - ${count}::int - 2 and ${end}::date + 2
      and (q.timezone <> ${timeZone} or q.day between ${start}::date - ${count}::int and ${end}::date)`
}

/** The stored rows `f` of days, with `is_now` for those that were requested and not just before. */
export function storedRows({ query, first, live }: CountedDays): RawBuilder<unknown> {
  return sql`(
    select f.*, f.day >= ${query.start}::date as is_now from figure_day f
    where f.org_id = ${query.orgId} and f.timezone = ${query.timeZone} and f.day between ${first} and ${query.end}::date
      and f.day <> all(${live}::date[])) f`
}

/**
 * The stored rows `f` of months, and of the days outside them, with the columns that both have and `is_now`. `hours` are 24 or
 * 168 counts. A month that lost its row since it was found is read day by day.
 */
export function storedParts({ query, months, rest }: CountedDays): RawBuilder<unknown> {
  const { orgId, timeZone, start } = query
  const columns = sql.raw(
    ['by_member', 'active', 'replied', 'contact_sent', 'contact_delivered', 'contact_not_delivered', 'contact_received']
      .map((name) => `f.${name}`)
      .join(', '),
  )
  const of = sql`f.org_id = ${orgId} and f.timezone = ${timeZone}`
  const isNow = sql`f.day >= ${start}::date as is_now`
  return sql`(
    select f.month as day, f.month >= ${start}::date as is_now, f.received_by_hour as hours, ${columns} from figure_month f
    where ${of} and f.month = any(${months}::date[])
    union all
    select f.day, ${isNow}, f.received_by_hour, ${columns} from figure_day f where ${of} and f.day = any(${rest}::date[])
    union all
    select f.day, ${isNow}, f.received_by_hour, ${columns} from unnest(${months}::date[]) c(month)
    join figure_day f on ${of} and f.day >= c.month and f.day < (c.month + interval '1 month')::date
    where not exists (select from figure_month m where m.org_id = ${orgId} and m.timezone = ${timeZone} and m.month = c.month)
  ) f`
}

/** The messages `m` of days whose messages are read, with `day` and `is_now`, without notes and events. */
export function liveMessages({ query, live }: CountedDays): RawBuilder<unknown> {
  const columns = sql`m.contact_id, m.sender_id, m.direction, m.state, m.carrier_id, m.segments, m.at`
  // Joined with the days instead of grouped by an expression: for an expression the planner expects as many groups as
  // rows and sorts a million rows on disk.
  const parts = spansOf(query, live).map(
    (span) => sql`
      select ${columns}, d.day, d.day >= ${query.start}::date as is_now from message m
      join unnest(${live}::date[]) d(day) on d.day = ${dayOf(query)} where ${isAbout(span)} and m.direction <> 'internal'`,
  )
  const none = sql`select ${columns}, null::date as day, false as is_now from message m where false`
  return sql`(${sql.join(parts.length > 0 ? parts : [none], sql` union all `)}) m`
}

/** Returns the runs of consecutive days, or one span over all of them where there are many. */
function spansOf({ orgId, timeZone }: AnalyticsQuery, days: readonly string[]): DaySpan[] {
  const runs: { first: string; last: string }[] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && daysAfter(run.last, 1) === day) run.last = day
    else runs.push({ first: day, last: day })
  }
  const [first, last] = [runs.at(0), runs.at(-1)]
  const read = first && last && runs.length > MOST_RUNS ? [{ first: first.first, last: last.last }] : runs
  return read.map((run) => ({ orgId, timeZone, first: sql`${run.first}::date`, last: sql`${run.last}::date` }))
}

/** A set of contacts with the length of the largest, as sets of different lengths cannot be joined. */
export function padded(set: RawBuilder<unknown>, { orgId }: AnalyticsQuery): RawBuilder<unknown> {
  return sql`pg_catalog."bit"(${set}, (select coalesce(max(place), 0) + 1 from figure_contact where org_id = ${orgId}), true)`
}

/** Whether the contact at this place is in a set, which is null when empty. */
export function isInSet(set: RawBuilder<unknown>, place: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(get_bit(${set}, ${place}) = 1, false)`
}

/**
 * The answers on days as `answersIn` returns them, but without the id of the answer: those stored, and those of messages.
 * Naming the contact of each costs as much as reading them, so only who needs it asks for it.
 */
export function answersOn(days: CountedDays, about: 'with contacts' | 'times'): RawBuilder<unknown> {
  const { orgId } = days.query
  const [contact, join] =
    about === 'times'
      ? [sql`null::uuid`, sql``]
      : [sql`c.contact_id`, sql`join figure_contact c on c.org_id = ${orgId} and c.place = a.place`]
  const live = spansOf(days.query, days.live).map(
    (span) => sql`
    union all
    select ${orgId}::uuid, a.contact_id, a.sender_id, a.day, a.seconds from ${answersIn(span)} a where a.day = any(${days.live}::date[])`,
  )
  return sql`(
    select ${orgId}::uuid as org_id, ${contact} as contact_id, a.sender_id, f.day, a.seconds
    from ${storedRows(days)} cross join lateral unnest(f.answer_places, f.answer_senders, f.answer_seconds) a(place, sender_id, seconds)
    ${join}
    ${live.length > 0 ? sql.join(live, sql` `) : sql``})`
}
