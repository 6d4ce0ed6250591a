import { CUT_ROWS_MAX, type AnalyticsCut, type ReplyTime } from '@crewline/contract/figures'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import {
  answersOn,
  findCountedDays,
  isInSet,
  liveMessages,
  padded,
  storedParts,
  type CountedDays,
} from './counted-views.ts'
import { counts, messageCounts, type AnalyticsQuery } from './store/days.ts'

interface CutSource {
  /** Joins what the key and the label of row `m` are read from. */
  join: RawBuilder<unknown>
  key: RawBuilder<unknown>
  label: RawBuilder<unknown>
}

const ofContact = (column: 'location' | 'department' | 'language'): CutSource => {
  const value = sql.raw(`c.${column}`)
  return { join: sql`join contact c on c.org_id = m.org_id and c.id = m.contact_id`, key: value, label: value }
}

/** Where the key and label of each cut come from, for rows `m` with `org_id`, `contact_id` and `sender_id`. */
const SOURCES: Record<AnalyticsCut, CutSource> = {
  // A contact of several groups counts in each.
  group: {
    join: sql`join group_member g on g.org_id = m.org_id and g.contact_id = m.contact_id
      join contact_group n on n.org_id = g.org_id and n.id = g.group_id`,
    key: sql`n.id::text`,
    label: sql`n.name`,
  },
  location: ofContact('location'),
  department: ofContact('department'),
  language: ofContact('language'),
  member: {
    join: sql`join user_account p on p.id = m.sender_id`,
    key: sql`p.id::text`,
    label: sql`trim(p.firstname || ' ' || p.lastname)`,
  },
}

/** Narrows rows `m` to a row of a cut; a group or member that does not exist has no rows. */
export function isInCut(by: AnalyticsCut, key: string): RawBuilder<unknown> {
  if (by === 'member') return sql`m.sender_id::text = ${key}`
  if (by === 'group')
    return sql`exists (select from group_member g where g.org_id = m.org_id and g.contact_id = m.contact_id and g.group_id::text = ${key})`
  return sql`exists (select from contact c where c.org_id = m.org_id and c.id = m.contact_id and ${sql.raw(`c.${by}`)} = ${key})`
}

/** Returns the name of the group or member of a row; null for other cuts and unknown keys. */
export async function labelOf(db: Db, orgId: string, by: AnalyticsCut, key: string): Promise<string | null> {
  if (by !== 'group' && by !== 'member') return null
  const source =
    by === 'group'
      ? sql`select n.name as label from contact_group n where n.org_id = ${orgId} and n.id::text = ${key}`
      : sql`select trim(p.firstname || ' ' || p.lastname) as label from member b join user_account p on p.id = b.user_id
          where b.org_id = ${orgId} and p.id::text = ${key}`
  const result = await sql<{ label: string }>`${source}`.execute(db)
  return result.rows[0]?.label ?? null
}

/** The messages of a row of a cut. */
export interface CutCounts {
  key: string
  label: string
  sent: number
  delivered: number
  notDelivered: number
  received: number
  contactsWhoReplied: number
}

/** Counts the messages of the requested days for each value of a cut, most first; one more row than are shown. */
export async function countCuts(db: Db, query: AnalyticsQuery, by: AnalyticsCut): Promise<CutCounts[]> {
  const days = await findCountedDays(db, query, 'requested')
  const counted = by === 'member' ? countedMembers(days) : countedContacts(days, by)
  const result = await sql<CutCounts>`
    with ${counted}
    select key, min(label) as label, sum(sent)::int as sent, sum(delivered)::int as delivered, sum(not_delivered)::int as "notDelivered",
      sum(received)::int as received, sum(replied)::int as "contactsWhoReplied"
    from counted group by key order by sum(sent) + sum(received) desc, key limit ${CUT_ROWS_MAX + 1}`.execute(db)
  return result.rows
}

/** The expression `counted` with the messages of each member. */
function countedMembers(days: CountedDays): RawBuilder<unknown> {
  const { join, key, label } = SOURCES.member
  return sql`written as (
      select w.id as sender_id, w.sent, w.delivered, w.not_delivered from ${storedParts(days)}
      cross join lateral jsonb_to_recordset(f.by_member) w(id uuid, sent int, delivered int, not_delivered int)
      union all
      select m.sender_id, count(*) filter (where ${counts.sent}), count(*) filter (where ${counts.delivered}),
        count(*) filter (where ${counts.not_delivered})
      from ${liveMessages(days)} where m.sender_id is not null group by m.sender_id
    ), counted as (
      select ${key} as key, ${label} as label, m.sent, m.delivered, m.not_delivered, 0 as received, 0 as replied from written m ${join}
    )`
}

/** The expression `counted` with the messages of the contacts of each value of a cut. */
function countedContacts(days: CountedDays, by: Exclude<AnalyticsCut, 'member'>): RawBuilder<unknown> {
  const { query } = days
  const { join, key, label } = SOURCES[by]
  const measures = ['sent', 'delivered', 'not_delivered', 'received'] as const
  const slices = sql.join(
    measures.map(
      (measure) => sql`
        select ${measure} as measure, (1 << (s.nth::int - 1)) as weight, ${padded(sql`s.bits`, query)} as bits
        from ${storedParts(days)} cross join lateral unnest(${sql.ref(`f.contact_${measure}`)}) with ordinality s(bits, nth)`,
    ),
    sql` union all `,
  )
  const ofMeasure = (measure: string) =>
    sql`coalesce(sum(s.weight * bit_count(s.bits & k.bits)) filter (where s.measure = ${measure}), 0)`
  return sql`slices as materialized (${slices}),
    sets as materialized (
      select bit_or(${padded(sql`f.active`, query)}) as active, bit_or(${padded(sql`f.replied`, query)}) as replied from ${storedParts(days)}
    ), keys as materialized (
      select ${key} as key, min(${label}) as label, bit_or(set_bit(${padded(sql`b''`, query)}, m.place, 1)) as bits
      from figure_contact m ${join} where m.org_id = ${query.orgId} group by 1
    ), sums as (
      select k.key, ${ofMeasure('sent')} as sent, ${ofMeasure('delivered')} as delivered,
        ${ofMeasure('not_delivered')} as not_delivered, ${ofMeasure('received')} as received
      from keys k cross join slices s group by k.key
    ), people as (
      select m.contact_id, ${query.orgId}::uuid as org_id, ${messageCounts} from ${liveMessages(days)} group by m.contact_id
    ), counted as (
      select k.key, k.label, coalesce(s.sent, 0) as sent, coalesce(s.delivered, 0) as delivered, coalesce(s.not_delivered, 0) as not_delivered,
        coalesce(s.received, 0) as received, bit_count(u.replied & k.bits) as replied
      from keys k cross join sets u left join sums s on s.key = k.key where bit_count(u.active & k.bits) > 0
      union all
      select ${key}, ${label}, m.sent, m.delivered, m.not_delivered, m.received,
        case when m.received > 0 and not ${isInSet(sql`u.replied`, sql`f.place`)} then 1 else 0 end
      from people m cross join sets u left join figure_contact f on f.org_id = m.org_id and f.contact_id = m.contact_id ${join}
    )`
}

/** Counts the answers of the requested days for each value of a cut, with the median wait in minutes. */
export async function countAnswers(
  db: Db,
  query: AnalyticsQuery,
  by: AnalyticsCut,
): Promise<Map<string, Pick<ReplyTime, 'answers' | 'medianMinutes'>>> {
  const { join, key } = SOURCES[by]
  const days = await findCountedDays(db, query, 'requested', 'answers')
  const result = await sql<{ key: string; answers: number; median: number | null }>`
    select ${key} as key, count(*)::int as answers, percentile_cont(0.5) within group (order by m.seconds) as median
    from ${answersOn(days, by === 'member' ? 'times' : 'with contacts')} m ${join}
    group by 1`.execute(db)
  return new Map(
    result.rows.map(({ key: value, answers, median }) => [value, { answers, medianMinutes: minutesOf(median) }]),
  )
}

/** Measures the waits that ended on the requested days and on those before. */
export async function measureReplyTimes(
  db: Db,
  query: AnalyticsQuery,
): Promise<{ now: ReplyTime; previous: ReplyTime }> {
  const days = await findCountedDays(db, query, 'with those before', 'answers')
  const result = await sql<{ isNow: boolean; answers: number; median: number | null; p90: number | null }>`
    select m."isNow", m.answers, m.percentiles[1] as median, m.percentiles[2] as p90 from (
      select a.day >= ${query.start}::date as "isNow", count(*)::int as answers,
        percentile_cont(array[0.5, 0.9]) within group (order by a.seconds) as percentiles
      from ${answersOn(days, 'times')} a group by 1
    ) m`.execute(db)
  const timeOf = (isNow: boolean): ReplyTime => {
    const row = result.rows.find((measured) => measured.isNow === isNow)
    return {
      answers: row?.answers ?? 0,
      medianMinutes: minutesOf(row?.median ?? null),
      p90Minutes: minutesOf(row?.p90 ?? null),
    }
  }
  return { now: timeOf(true), previous: timeOf(false) }
}

/** To a tenth of a minute. */
function minutesOf(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds / 6) / 10
}

/** Counts the messages that came in on the requested days by weekday (0 is Sunday) and hour. */
export async function countHours(
  db: Db,
  query: AnalyticsQuery,
): Promise<{ weekday: number; hour: number; received: number }[]> {
  const days = await findCountedDays(db, query, 'requested')
  const local = sql`(m.at at time zone ${query.timeZone})`
  const result = await sql<{ weekday: number; hour: number; received: number }>`
    with figures as (
      select (case when cardinality(f.hours) = 24 then extract(dow from f.day)::int else 0 end) + (h.nth::int - 1) / 24 as weekday,
        (h.nth::int - 1) % 24 as hour, h.received
      from ${storedParts(days)} cross join lateral unnest(f.hours) with ordinality h(received, nth) where h.received > 0
      union all
      select extract(dow from ${local})::int, extract(hour from ${local})::int, count(*) from ${liveMessages(days)}
      where ${counts.received} group by 1, 2
    )
    select weekday, hour, sum(received)::int as received from figures group by 1, 2 order by 1, 2`.execute(db)
  return result.rows
}
