import { sql, type RawBuilder } from 'kysely'
import { dayOf, type AnalyticsQuery } from './day-views.ts'
import { answersIn, messageCounts } from './store/conditions.ts'

/**
 * Common table expressions about the days from `first` to `last`: `days` says of each whether its messages were counted
 * before (`is_counted`), `live` lists the runs of days whose messages are read, all in one statement, so that a count that
 * finishes meanwhile is either seen completely or not at all (ADR 0137). The day in which counting stands is counted until
 * `since` and read from then on, or only read where only `whole` days were counted. `none` was counted for members with group
 * scope where the figures are those of the whole organization.
 */
export function withCountedDays(
  query: AnalyticsQuery,
  {
    first,
    last,
    counted,
  }: { first: RawBuilder<unknown>; last: RawBuilder<unknown>; counted: 'until now' | 'whole' | 'none' },
): RawBuilder<unknown> {
  const { orgId, timeZone } = query
  return sql`
    coverage as (
      select c.first_day, c.until_at, (c.until_at at time zone ${timeZone})::date as last_day
      from figure_coverage c where c.org_id = ${orgId} and c.timezone = ${timeZone} and ${counted !== 'none'}::boolean
    ), changed as (
      select distinct (q.quarter at time zone ${timeZone})::date as day from figure_change q where q.org_id = ${orgId}
    ), days as (
      select d.day, c.until_at, coalesce(d.day = c.last_day, false) as is_last,
        coalesce(d.day >= c.first_day and (d.day < c.last_day or (d.day = c.last_day and ${counted === 'until now'}::boolean)), false)
          and d.day not in (select day from changed) as is_counted
      from (select ${first} + n as day from generate_series(0, ${last} - ${first}) n) d left join coverage c on true
    ), live as (
      select min(day) as first, max(day) as last, case when is_counted then min(until_at) end as since,
        case when is_counted then uuid_floor(min(until_at) - interval '2 hours')
          else uuid_floor((min(day) - 2)::timestamp at time zone 'UTC') end as first_id,
        uuid_floor((max(day) + 3)::timestamp at time zone 'UTC') as end_id
      from (select *, day - (row_number() over (partition by is_counted order by day))::int as run from days
        where not is_counted or is_last) d
      group by is_counted, run
    )`
}

/** The messages `m` of the runs `l` of days that are read, with their day `d`; needs the expressions of `withCountedDays`. */
export function liveMessages(query: AnalyticsQuery): RawBuilder<unknown> {
  // Joined with the days instead of grouped by an expression: for an expression the planner expects as many groups as rows
  // and sorts a million rows on disk.
  return sql`live l
    join message m on m.org_id = ${query.orgId} and m.id >= l.first_id and m.id < l.end_id and m.direction <> 'internal'
      and (l.since is null or m.at >= l.since)
    join days d on d.day = ${dayOf(query)} and d.day between l.first and l.last`
}

/** The start of a day as a moment; where clocks change at midnight, an hour more or less. */
const startOf = (day: RawBuilder<unknown>, { timeZone }: AnalyticsQuery) =>
  sql`(${day}::timestamp at time zone ${timeZone})`

/** The figures `k` of messages that were deleted after their period, with their `day`; empty for members with group scope. */
export function keptFigures(
  query: AnalyticsQuery,
  { first, last }: { first: RawBuilder<unknown>; last: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`(
    select k.*, k.quarter at time zone ${query.timeZone} as local_at, (k.quarter at time zone ${query.timeZone})::date as day
    from figure_kept k where k.org_id = ${query.orgId}
      and k.quarter >= ${startOf(first, query)} - interval '1 day' and k.quarter < ${startOf(last, query)} + interval '2 days'
      and (k.quarter at time zone ${query.timeZone})::date between ${first} and ${last})`
}

/**
 * The figures of each contact on the days from `first` to `last`, with `org_id` and `contact_id`: from whole months and
 * days that were counted, and from messages. `total` counts what is not internal. Members with group scope get theirs.
 */
export function figuresByContact(
  query: AnalyticsQuery,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    with ${withCountedDays(query, { first, last, counted: 'whole' })}, months as (
      select month::date as month from (select *, date_trunc('month', day) as month from days) d group by month
      having bool_and(is_counted) and count(*) = extract(day from month + interval '1 month - 1 day')
    ), parts as (
      select f.contact_id, f.sent, f.delivered, f.not_delivered, f.received, f.total
      from figure_contact_month f where f.org_id = ${query.orgId} and f.month in (select month from months)
      union all
      select f.contact_id, f.sent, f.delivered, f.not_delivered, f.received, f.total
      from figure_contact_day f where f.org_id = ${query.orgId} and f.day in (
        select day from days where is_counted and date_trunc('month', day)::date not in (select month from months))
      union all
      select m.contact_id, ${messageCounts} from ${liveMessages(query)} group by m.contact_id
    )
    select ${query.orgId}::uuid as org_id, contact_id, sum(sent)::int as sent, sum(delivered)::int as delivered,
      sum(not_delivered)::int as not_delivered, sum(received)::int as received, sum(total)::int as total
    from parts group by contact_id)`
}

/** The figures of each member who wrote messages on the days from `first` to `last`, with `org_id` and `sender_id`. */
export function figuresBySender(
  query: AnalyticsQuery,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    with ${withCountedDays(query, { first, last, counted: query.isLimited ? 'none' : 'until now' })}, parts as (
      select f.sender_id, f.sent, f.delivered, f.not_delivered, 0 as received, f.total
      from figure_sender_day f where f.org_id = ${query.orgId} and f.day in (select day from days where is_counted)
      union all
      select m.sender_id, ${messageCounts} from ${liveMessages(query)} where m.sender_id is not null group by m.sender_id
    )
    select ${query.orgId}::uuid as org_id, sender_id, sum(sent)::int as sent, sum(delivered)::int as delivered,
      sum(not_delivered)::int as not_delivered, sum(received)::int as received, sum(total)::int as total
    from parts group by sender_id)`
}

/**
 * The answers on the days from `first` on, as `answersIn` returns them: those that were counted, and those of messages. A
 * message may change the answers of the 31 days after it.
 */
export function answersSince(query: AnalyticsQuery, first: RawBuilder<unknown>): RawBuilder<unknown> {
  const last = sql`${query.end}::date`
  return sql`(
    with ${withCountedDays(query, { first, last, counted: query.isLimited ? 'none' : 'whole' })}, waiting as (
      select d.day from days d where not d.is_counted
        or exists (select from changed c where c.day between d.day - 31 and d.day)
    )
    select f.contact_id, f.answer_id, f.sender_id, f.day, f.seconds from figure_answer f
    where f.org_id = ${query.orgId} and f.day in (select day from days) and f.day not in (select day from waiting)
    union all
    select a.contact_id, a.answer_id, a.sender_id, a.day, a.seconds
    from ${answersIn(query, { first: sql`(select min(day) from waiting)`, last })} a where a.day in (select day from waiting))`
}
