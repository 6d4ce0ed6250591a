import { OFF_SHIFT_GAP_MINUTES, SMALLEST_CELL } from '@crewline/contract/analytics-limits'
import { OFF_SHIFT_ROWS_MAX, type OffShiftCut, type OffShiftPeriod } from '@crewline/contract/off-shift'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { contactShifts } from '../shifts/index.ts'
import type { Shared } from './off-shift-rules.ts'
import { counts, idAfter, idBefore, type AnalyticsQuery } from './store/days.ts'

/** Days that a text may be in a queue before it leaves. */
const QUEUED_DAYS = 2

/** The hours `h` of a day and of the day before contain the local time of `t`; an end before the start is on the next day. */
const isOnShift = sql`(
  (h.today->>'from' <= t.clock and (h.today->>'to' <= h.today->>'from' or t.clock < h.today->>'to'))
  or (h.before->>'to' <= h.before->>'from' and t.clock < h.before->>'to'))`

/**
 * The texts to and from people who were off shift on the requested days, by the shifts that they have now: `org_id`, `id`,
 * `contact_id`, `direction`, `sender_id`, `moment` and `day`. A text that waited counts when it left. Automatic replies and
 * people without a shift are left out.
 */
export function offShiftTexts({ orgId, timeZone, start, end }: AnalyticsQuery): RawBuilder<unknown> {
  const columns = sql`m.org_id, m.id, m.contact_id, m.direction, m.sender_id,
    case when m.direction = 'in' then m.at else coalesce(m.submit_started_at, m.went_at, m.at) end as moment`
  const isCounted = sql`m.org_id = ${orgId} and (${counts.received} or (${counts.sent} and m.kind in ('text', 'broadcast')))`
  const [first, last] = [sql`(${start}::date - ${QUEUED_DAYS}::int)`, sql`${end}::date`]
  const within = (column: RawBuilder<unknown>) =>
    sql`${column} >= ${idBefore(first, timeZone)} and ${column} < ${idAfter(last, timeZone)}`
  const hoursOn = (weekday: RawBuilder<unknown>) =>
    sql`s.hours -> (array['mon','tue','wed','thu','fri','sat','sun'])[${weekday}]`
  const weekday = sql`extract(isodow from t.local)::int`
  return sql`(
    select t.org_id, t.id, t.contact_id, t.direction, t.sender_id, t.moment, t.day from (
      select m.*, o.shift_ids, (m.moment at time zone ${timeZone})::date as day, l.local, to_char(l.local, 'HH24:MI') as clock
      from (
        select ${columns} from message m where ${isCounted} and m.sort_id is null and ${within(sql`m.id`)}
        union all
        select ${columns} from message m where ${isCounted} and m.sort_id is not null and ${within(sql`m.sort_id`)}
      ) m
      join ${contactShifts} o on o.contact_id = m.contact_id
      join contact c on c.org_id = m.org_id and c.id = m.contact_id
      cross join lateral (select m.moment at time zone coalesce(c.timezone, ${timeZone}) as local) l
    ) t
    where t.day between ${start}::date and ${end}::date and not exists (
      select from shift s cross join lateral (select ${hoursOn(weekday)} as today, ${hoursOn(sql`(${weekday} + 5) % 7 + 1`)} as before) h
      where s.org_id = t.org_id and s.id = any(t.shift_ids) and ${isOnShift})
  )`
}

/** What was counted off shift. */
export interface OffShiftCounts {
  people: number
  sent: number
  received: number
  minutes: number
}

/** Counts of a period, named by its first day. */
export type OffShiftPeriodCounts = OffShiftCounts & { period: string }
/** Counts of a group or member. */
export type OffShiftRowCounts = OffShiftCounts & { key: string; label: string }

/**
 * The exchanges: texts of a contact that are close to each other, with their minutes, which count on the day of the first
 * text. `written` has the texts of each member in an exchange.
 */
function exchanges(query: AnalyticsQuery, per: OffShiftPeriod): RawBuilder<unknown> {
  return sql`texts as (
      select t.*, case when t.moment - lag(t.moment) over w <= ${OFF_SHIFT_GAP_MINUTES}::int * interval '1 minute' then 0 else 1 end as begins
      from ${offShiftTexts(query)} t window w as (partition by t.contact_id order by t.moment, t.id)
    ), numbered as (
      select t.*, sum(t.begins) over (partition by t.contact_id order by t.moment, t.id) as nth from texts t
    ), exchanges as (
      select n.org_id, n.contact_id, n.nth, to_char(date_trunc(${per}::text, min(n.day)), 'YYYY-MM-DD') as period,
        to_char(date_trunc('week', min(n.day)), 'YYYY-MM-DD') as week, to_char(date_trunc('month', min(n.day)), 'YYYY-MM-DD') as month,
        count(*) filter (where n.direction = 'out') as sent, count(*) filter (where n.direction = 'in') as received,
        greatest(1, ceil(extract(epoch from max(n.moment) - min(n.moment)) / 60)) as minutes
      from numbered n group by 1, 2, 3
    ), written as (
      select n.contact_id, n.nth, n.sender_id, count(*) as sent from numbered n where n.sender_id is not null group by 1, 2, 3
    )`
}

const summed = sql`count(distinct m.contact_id)::int as people, sum(m.sent)::int as sent, sum(m.received)::int as received,
  sum(m.minutes)::int as minutes`

/** The exchanges `m` of each group or member, with `key` and `label`. A contact of several groups counts in each. */
const cutSources: Record<OffShiftCut, RawBuilder<unknown>> = {
  group: sql`(
    select e.*, n.id::text as key, n.name as label from exchanges e
    join group_member g on g.org_id = e.org_id and g.contact_id = e.contact_id
    join contact_group n on n.org_id = g.org_id and n.id = g.group_id and n.archived_at is null) m`,
  member: sql`(
    select e.contact_id, e.period, w.sent, 0 as received, e.minutes, p.id::text as key, trim(p.firstname || ' ' || p.lastname) as label
    from exchanges e join written w on w.contact_id = e.contact_id and w.nth = e.nth join user_account p on p.id = w.sender_id) m`,
}

/** Counts of a range: of all texts, and of those in periods with enough people to be shown and in the others. */
export interface OffShiftTotals {
  all: OffShiftCounts
  shown: OffShiftCounts
  hidden: OffShiftCounts
}

/** Counts all people together, for the range and for each period. */
export async function countOffShift(
  db: Db,
  query: AnalyticsQuery,
  per: OffShiftPeriod,
): Promise<{ totals: OffShiftTotals; periods: OffShiftPeriodCounts[] }> {
  const result = await sql<OffShiftCounts & { period: string | null; isHidden: boolean | null }>`
    with ${exchanges(query, per)}, hidden as (
      select e.period from exchanges e group by 1 having count(distinct e.contact_id) < ${SMALLEST_CELL}::int
    )
    select m.period, m.is_hidden as "isHidden", ${summed}
    from (select e.*, e.period in (select h.period from hidden h) as is_hidden from exchanges e) m
    group by grouping sets ((), (m.is_hidden), (m.period)) order by m.period`.execute(db)
  const sumOf = (isHidden: boolean | null): OffShiftCounts => {
    const row = result.rows.find((counted) => counted.period === null && counted.isHidden === isHidden)
    return {
      people: row?.people ?? 0,
      sent: row?.sent ?? 0,
      received: row?.received ?? 0,
      minutes: row?.minutes ?? 0,
    }
  }
  return {
    totals: { all: sumOf(null), shown: sumOf(false), hidden: sumOf(true) },
    periods: result.rows.flatMap(({ period, people, sent, received, minutes }) =>
      period === null ? [] : { period, people, sent, received, minutes },
    ),
  }
}

/** Counts for each group or member, most minutes first; one more row than are shown. */
export async function countOffShiftBy(db: Db, query: AnalyticsQuery, by: OffShiftCut): Promise<OffShiftRowCounts[]> {
  const result = await sql<OffShiftRowCounts>`
    with ${exchanges(query, 'week')}
    select m.key, min(m.label) as label, ${summed} from ${cutSources[by]} group by m.key
    order by sum(m.minutes) desc, min(m.label), m.key limit ${OFF_SHIFT_ROWS_MAX + 1}`.execute(db)
  return result.rows
}

/** Counts for each group or member in each period, by period and name. */
export async function countOffShiftCells(
  db: Db,
  query: AnalyticsQuery,
  { by, per }: { by: OffShiftCut; per: OffShiftPeriod },
): Promise<(OffShiftRowCounts & { period: string })[]> {
  const result = await sql<OffShiftRowCounts & { period: string }>`
    with ${exchanges(query, per)}
    select m.period, m.key, min(m.label) as label, ${summed} from ${cutSources[by]} group by m.period, m.key
    order by m.period, min(m.label), m.key`.execute(db)
  return result.rows
}

/** The groups of contacts, or the members who wrote in exchanges, as `keys` of exchanges `e`. */
const keySources: Record<OffShiftCut, RawBuilder<unknown>> = {
  group: sql`exchanges e left join (
    select g.org_id, g.contact_id, array_agg(n.id::text order by n.id) as keys from group_member g
    join contact_group n on n.org_id = g.org_id and n.id = g.group_id and n.archived_at is null
    where (g.org_id, g.contact_id) in (select x.org_id, x.contact_id from exchanges x) group by 1, 2
  ) k on k.org_id = e.org_id and k.contact_id = e.contact_id`,
  member: sql`exchanges e left join (
    select w.contact_id, w.nth, array_agg(w.sender_id::text order by w.sender_id) as keys from written w group by 1, 2
  ) k on k.contact_id = e.contact_id and k.nth = e.nth`,
}

/** The name of a period of the report among those of both lengths. */
export function periodName(per: OffShiftPeriod, start: string): string {
  return `${per} ${start}`
}

/** Counts the people of the parts that rows have in common, of each set of rows, and of each week and month. */
export async function countOffShiftShared(db: Db, query: AnalyticsQuery, by: OffShiftCut): Promise<Shared> {
  const result = await sql<{ week: string | null; month: string | null; keys: string[] | null; people: number }>`
    with ${exchanges(query, 'week')}
    select p.week, p.month, p.keys, count(distinct p.contact_id)::int as people
    from (select e.contact_id, e.week, e.month, coalesce(k.keys, '{}') as keys from ${keySources[by]}) p
    group by grouping sets ((p.week, p.month, p.keys), (p.keys), (p.week), (p.month))`.execute(db)
  const shared: Shared = { parts: [], sets: [], periods: [] }
  for (const { week, month, keys, people } of result.rows) {
    const periods = [
      ...(week === null ? [] : [periodName('week', week)]),
      ...(month === null ? [] : [periodName('month', month)]),
    ]
    if (keys === null) shared.periods.push(...periods.map((name) => ({ name, people })))
    else if (periods.length === 0) shared.sets.push({ keys, people })
    else shared.parts.push({ periods, keys, people })
  }
  return shared
}
