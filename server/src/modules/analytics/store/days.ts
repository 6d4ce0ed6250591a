import { MessageState, toDisplayStatus, type MessageDisplayStatus } from '@crewline/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import { sortIdOf } from '../../conversations/index.ts'

/** Days of an organization, in its time zone; as many days just before them are those before. */
export interface AnalyticsQuery {
  orgId: string
  timeZone: string
  start: string
  end: string
  count: number
  /** Whether the figures are those of a member with group scope, for whom nothing is counted ahead. */
  isLimited: boolean
}

/** How many days before its answer a text may have come in; an older one does not count. */
export const LONGEST_WAIT_DAYS = 31

/**
 * How many days after its own a message may decide about answers: a day is shorter where clocks go forward, so a wait that
 * began late on one may end early on the day after the last.
 */
export const DECIDES_DAYS = LONGEST_WAIT_DAYS + 1

const statesShownAs = (status: MessageDisplayStatus) =>
  MessageState.options.filter((state) => toDisplayStatus(state) === status)

/** The conditions under which message row `m` counts. */
export const counts = {
  sent: sql`(m.direction = 'out' and m.carrier_id is not null)`,
  delivered: sql`(m.direction = 'out' and m.state = 'delivered')`,
  /** Shown as "Not delivered", whether or not a carrier accepted it. */
  not_delivered: sql`(m.direction = 'out' and m.state = any(${statesShownAs('not_delivered')}::text[]))`,
  received: sql`(m.direction = 'in')`,
} as const

/** The figures of message rows `m`, as columns. */
export const messageCounts = sql`count(*) filter (where ${counts.sent})::int as sent,
  count(*) filter (where ${counts.delivered})::int as delivered,
  count(*) filter (where ${counts.not_delivered})::int as not_delivered,
  count(*) filter (where ${counts.received})::int as received`

/** The totals of message rows `m`, as the columns of `figure_day` in their order. */
export const messageTotals = sql`count(*) filter (where ${counts.sent})::int as sent,
  coalesce(sum(m.segments) filter (where ${counts.sent}), 0)::int as sent_texts,
  count(*) filter (where ${counts.delivered})::int as delivered,
  count(*) filter (where ${counts.not_delivered})::int as not_delivered,
  count(*) filter (where ${counts.received})::int as received`

/** Days of one organization in a time zone, as SQL dates. */
export interface DaySpan {
  orgId: string
  timeZone: string
  first: RawBuilder<unknown>
  last: RawBuilder<unknown>
}

/** The requested days, with those before them or without. */
export function spanOf(query: AnalyticsQuery, days: 'requested' | 'with those before'): DaySpan {
  const { orgId, timeZone, start, end } = query
  return {
    orgId,
    timeZone,
    first: days === 'requested' ? sql`${start}::date` : firstDay(query),
    last: sql`${end}::date`,
  }
}

/** The day of message row `m` in the organization's time zone. */
export function dayOf({ timeZone }: { timeZone: string }): RawBuilder<unknown> {
  return sql`(m.at at time zone ${timeZone})::date`
}

/** The first of the days before the requested ones. */
export function firstDay({ start, count }: AnalyticsQuery): RawBuilder<unknown> {
  return sql`(${start}::date - ${count}::int)`
}

/**
 * Returns an id older than the ids of all messages of a day and later. Only immutable functions, so that the planner already
 * knows which partitions it can leave out.
 */
export const idBefore = (day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> =>
  sql`uuid_floor(((${day})::timestamp - interval '12 hours') at time zone ${timeZone})`
/** Returns an id newer than the ids of all messages of a day and earlier, in the same way. */
export const idAfter = (day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> =>
  sql`uuid_floor(((${day} + 1)::timestamp + interval '12 hours') at time zone ${timeZone})`

/**
 * Filters rows `m` by organization and, by their ids, roughly by time. An id is only approximately as old as its row,
 * so the day decides. Where clocks change at midnight, a day has no unique first instant, so queries compare days, not
 * instants.
 */
export function isAbout({ orgId, timeZone, first, last }: DaySpan): RawBuilder<unknown> {
  return sql`m.org_id = ${orgId} and m.id >= ${idBefore(first, timeZone)} and m.id < ${idAfter(last, timeZone)}`
}

/** Filters rows `m` by organization and days. */
export function isWithin(span: DaySpan): RawBuilder<unknown> {
  return sql`${isAbout(span)} and ${dayOf(span)} between ${span.first} and ${span.last}`
}

/** Filters rows `m` by organization and requested days, without the days before them. */
export function isOnDays(query: AnalyticsQuery): RawBuilder<unknown> {
  return isWithin(spanOf(query, 'requested'))
}

/** Whether a message row is a text that answers; broadcasts and automatic replies are none. */
const isReply = (row: string) =>
  sql.raw(`${row}.direction = 'out' and ${row}.kind = 'text' and ${row}.state not in ('cancelled', 'scheduled')`)

/**
 * The answers on some days: each first text of a member after a contact began to wait, with `contact_id`, `answer_id`,
 * `sender_id`, `day` and `seconds` of the wait, which began at most 31 days before. Automatic replies and broadcasts neither
 * answer nor end a wait, as in the inbox, nor does a text that was planned more than a month ahead; an answer within a flow is
 * none to wait for. Each text looks back in its own thread, so that a day costs what was written on it and not the month
 * before.
 */
export function answersIn(span: DaySpan): RawBuilder<unknown> {
  const { orgId, timeZone, first, last } = span
  const days = (count: number) => sql`m.answered_at - ${count}::int * interval '1 day'`
  const texts = sql`select m.org_id, m.contact_id, m.id, m.sender_id, ${sortIdOf('m')} as place, coalesce(m.went_at, m.at) as answered_at
    from message m where m.org_id = ${orgId} and ${isReply('m')} and m.sender_id is not null`
  return sql`(
    select m.contact_id, m.id as answer_id, m.sender_id, m.day, greatest(extract(epoch from m.answered_at - w.asked_at), 0)::float8 as seconds
    from (
      select t.*, (t.answered_at at time zone ${timeZone})::date as day from (
        ${texts} and m.sort_id is null and m.id >= ${idBefore(first, timeZone)} and m.id < ${idAfter(last, timeZone)}
        union all
        ${texts} and m.sort_id is not null and m.sort_id >= ${idBefore(first, timeZone)} and m.sort_id < ${idAfter(last, timeZone)}
        offset 0
      ) t
    ) m
    cross join lateral (
      select min(r.at) filter (where r.direction = 'in' and not r.answers_flow and r.at >= ${days(LONGEST_WAIT_DAYS)}) as asked_at
      from (
        select q.at, q.direction, q.answers_flow,
          count(*) filter (where ${isReply('q')}) over (order by ${sortIdOf('q')} desc rows unbounded preceding) as replies_since
        from message q
        where q.org_id = m.org_id and q.contact_id = m.contact_id and ${sortIdOf('q')} < m.place
          and ${sortIdOf('q')} >= uuid_floor(${days(LONGEST_WAIT_DAYS)})
          and q.id < m.place and q.id >= uuid_floor(${days(2 * LONGEST_WAIT_DAYS)})
      ) r where r.replies_since = 0
    ) w
    where m.day between ${first} and ${last} and w.asked_at is not null
  )`
}
