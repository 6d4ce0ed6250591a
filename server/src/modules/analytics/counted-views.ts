import { sql, type RawBuilder } from 'kysely'
import { answersIn, dayOf, idAfter, idBefore, LONGEST_WAIT_DAYS, spanOf, type AnalyticsQuery } from './day-views.ts'

/**
 * Common table expressions about requested days: `days` says of each whether its figures are read from `figure_day`, and
 * `live` lists the runs of days whose messages are read: today, days that were not counted yet, and days that changed since
 * (ADR 0143). All in one statement, so that a count that commits meanwhile is seen completely or not at all. For members
 * with group scope, every day is read.
 */
export function withDays(
  query: AnalyticsQuery,
  days: 'requested' | 'with those before',
  figures: 'messages' | 'answers' = 'messages',
): RawBuilder<unknown> {
  const { orgId, timeZone, start, isLimited } = query
  const { first, last } = spanOf(query, days)
  const [isFresh, after] =
    figures === 'messages'
      ? [sql`not f.is_stale`, sql`0`]
      : [
          sql`not f.is_stale and not f.has_stale_answers`,
          sql`case when q.changes_answers then ${LONGEST_WAIT_DAYS}::int else 0 end`,
        ]
  return sql`
    changed as (
      select q.day - z.days as first, q.day + z.days + ${after} as last
      from figure_change q cross join lateral (select case when q.timezone = ${timeZone} then 0 else 2 end as days) z
      where q.org_id = ${orgId}
    ), days as (
      select d.day, d.day >= ${start}::date as is_now,
        coalesce(f.timezone = ${timeZone} and ${isFresh}, false)
          and not exists (select from changed c where d.day between c.first and c.last) as is_counted
      from (select ${first} + n as day from generate_series(0, ${last} - ${first}) n) d
      left join figure_day f on f.org_id = ${orgId} and f.day = d.day and ${!isLimited}::boolean
    ), live as (
      select min(day) as first, max(day) as last
      from (select day, day - (row_number() over (order by day))::int as run from days where not is_counted) d group by run
    )`
}

/** The stored rows `f` of the days `d` that were counted; needs the expressions of `withDays`. */
export function countedRows({ orgId }: AnalyticsQuery): RawBuilder<unknown> {
  return sql`days d join figure_day f on f.org_id = ${orgId} and f.day = d.day and d.is_counted`
}

/** The messages `m` of days `d` that are read, without notes and events; needs the expressions of `withDays`. */
export function liveMessages(query: AnalyticsQuery): RawBuilder<unknown> {
  // Joined with the days instead of grouped by an expression: for an expression the planner expects as many groups as
  // rows and sorts a million rows on disk.
  return sql`live l
    join message m on m.org_id = ${query.orgId} and m.id >= ${idBefore(sql`l.first`, query.timeZone)}
      and m.id < ${idAfter(sql`l.last`, query.timeZone)} and m.direction <> 'internal'
    join days d on d.day = ${dayOf(query)} and d.day between l.first and l.last`
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
 * The answers on requested days as `answersIn` returns them, but without the id of the answer: those that were counted,
 * and those of messages.
 */
export function answersOn(query: AnalyticsQuery, days: 'requested' | 'with those before'): RawBuilder<unknown> {
  const { orgId, timeZone } = query
  return sql`(
    with ${withDays(query, days, 'answers')}
    select ${orgId}::uuid as org_id, c.contact_id, a.sender_id, d.day, a.seconds
    from ${countedRows(query)} cross join lateral unnest(f.answer_places, f.answer_senders, f.answer_seconds) a(place, sender_id, seconds)
    join figure_contact c on c.org_id = ${orgId} and c.place = a.place
    union all
    select ${orgId}::uuid, a.contact_id, a.sender_id, a.day, a.seconds
    from live l cross join lateral ${answersIn({ orgId, timeZone, first: sql`l.first`, last: sql`l.last` })} a)`
}
