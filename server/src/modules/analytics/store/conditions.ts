import { MessageState, toDisplayStatus, type MessageDisplayStatus } from '@crewline/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import { sortIdOf } from '../../conversations/index.ts'

/** How long before its answer a text may have come in; an older one does not count. */
const LONGEST_WAIT = sql`interval '31 days'`

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
  count(*) filter (where ${counts.received})::int as received, count(*)::int as total`

/**
 * The answers on the days of a query: each first text of a member after a contact began to wait, with `contact_id`,
 * `answer_id`, `sender_id`, `day` and `seconds` of the wait, which begins at most 31 days before. Automatic replies and
 * broadcasts neither answer nor end a wait, as in the inbox; an answer within a flow is none to wait for. Reads messages.
 */
export function answersIn(
  query: { orgId: string; timeZone: string },
  days: { first: RawBuilder<unknown>; last: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { first, last } = days
  return sql`(
    select w.contact_id, w.answer_id, w.sender_id, (w.answered_at at time zone ${query.timeZone})::date as day,
           greatest(extract(epoch from w.answered_at - w.asked_at), 0)::float8 as seconds
    from (
      select s.contact_id, s.answered_at,
             min(s.at) filter (where s.direction = 'in' and s.at >= s.answered_at - ${LONGEST_WAIT}) as asked_at,
             (array_agg(s.id) filter (where s.direction = 'out'))[1] as answer_id,
             (array_agg(s.sender_id) filter (where s.direction = 'out'))[1] as sender_id
      from (
        select r.*, min(r.at) filter (where r.direction = 'out') over (partition by r.contact_id, r.stretch) as answered_at
        from (
          select m.contact_id, m.id, m.direction, m.sender_id, coalesce(m.went_at, m.at) as at,
                 count(*) filter (where m.direction = 'out') over (
                   partition by m.contact_id order by ${sortIdOf('m')} rows between unbounded preceding and 1 preceding) as stretch
          from message m
          where m.org_id = ${query.orgId}
            and m.id >= uuid_floor((${first} - 2)::timestamp at time zone 'UTC' - ${LONGEST_WAIT})
            and m.id < uuid_floor((${last} + 3)::timestamp at time zone 'UTC')
            and ((m.direction = 'in' and not m.answers_flow)
              or (m.direction = 'out' and m.kind = 'text' and m.state not in ('cancelled', 'scheduled')))
        ) r
      ) s
      group by s.contact_id, s.stretch, s.answered_at
    ) w
    where w.asked_at is not null and w.answered_at is not null and w.sender_id is not null
      and (w.answered_at at time zone ${query.timeZone})::date between ${first} and ${last}
  )`
}
