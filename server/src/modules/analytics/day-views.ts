import { MessageState, toDisplayStatus, type MessageDisplayStatus } from '@crewline/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import { sortIdOf } from '../conversations/index.ts'

/** Days of an organization, in its time zone; as many days just before them are those before. */
export interface AnalyticsQuery {
  orgId: string
  timeZone: string
  start: string
  end: string
  count: number
}

/** How many days before its answer a text may have come in; an older one counts as if it had come in then. */
const LONGEST_WAIT_DAYS = 31

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

/** The day of message row `m` in the organization's time zone. */
export function dayOf({ timeZone }: AnalyticsQuery): RawBuilder<unknown> {
  return sql`(m.at at time zone ${timeZone})::date`
}

/** The first of the days before the requested ones. */
export function firstDay({ start, count }: AnalyticsQuery): RawBuilder<unknown> {
  return sql`(${start}::date - ${count}::int)`
}

/**
 * Filters rows `m` by organization and, by their ids, roughly by time. An id is only approximately as old as its row,
 * so the day decides. Where clocks change at midnight, a day has no unique first instant, so the query compares days,
 * not instants.
 */
export function isAbout(query: AnalyticsQuery): RawBuilder<unknown> {
  return isBetween(query, firstDay(query))
}

/** Filters rows `m` by organization and requested days, without the days before them. */
export function isOnDays(query: AnalyticsQuery): RawBuilder<unknown> {
  return sql`${isBetween(query, sql`${query.start}::date`)} and ${dayOf(query)} between ${query.start}::date and ${query.end}::date`
}

function isBetween(query: AnalyticsQuery, first: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`m.org_id = ${query.orgId}
    and m.id >= uuid_floor((${first} - 2)::timestamp at time zone 'UTC')
    and m.id < uuid_floor((${query.end}::date + 3)::timestamp at time zone 'UTC')`
}

/**
 * The answers on days from `first` on: each first text of a member after a contact began to wait, with `contact_id`,
 * `answer_id`, `sender_id`, `day` and `seconds` of the wait. Automatic replies and broadcasts neither answer nor end a
 * wait, as in the inbox; an answer within a flow is none to wait for.
 */
export function answersSince(query: AnalyticsQuery, first: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select w.contact_id, w.answer_id, w.sender_id, (w.answered_at at time zone ${query.timeZone})::date as day,
           greatest(extract(epoch from w.answered_at - w.asked_at), 0)::float8 as seconds
    from (
      select r.contact_id, min(r.at) filter (where r.direction = 'in') as asked_at,
             min(r.at) filter (where r.direction = 'out') as answered_at,
             (array_agg(r.id) filter (where r.direction = 'out'))[1] as answer_id,
             (array_agg(r.sender_id) filter (where r.direction = 'out'))[1] as sender_id
      from (
        select m.contact_id, m.id, m.direction, m.sender_id, coalesce(m.went_at, m.at) as at,
               count(*) filter (where m.direction = 'out') over (
                 partition by m.contact_id order by ${sortIdOf('m')} rows between unbounded preceding and 1 preceding) as stretch
        from message m
        where ${isBetween(query, sql`${first} - ${LONGEST_WAIT_DAYS}::int`)}
          and ((m.direction = 'in' and not m.answers_flow)
            or (m.direction = 'out' and m.kind = 'text' and m.state not in ('cancelled', 'scheduled')))
      ) r
      group by r.contact_id, r.stretch
    ) w
    where w.asked_at is not null and w.answered_at is not null and w.sender_id is not null
      and (w.answered_at at time zone ${query.timeZone})::date between ${first} and ${query.end}::date
  )`
}
