import { CUT_ROWS_MAX, type AnalyticsCut, type ReplyTime } from '@crewline/contract/figures'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { answersSince, counts, firstDay, isOnDays, type AnalyticsQuery } from './day-views.ts'

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
  const { join, key, label } = SOURCES[by]
  const result = await sql<CutCounts>`
    select ${key} as key, min(${label}) as label,
      count(*) filter (where ${counts.sent})::int as sent,
      count(*) filter (where ${counts.delivered})::int as delivered,
      count(*) filter (where ${counts.not_delivered})::int as "notDelivered",
      count(*) filter (where ${counts.received})::int as received,
      count(distinct m.contact_id) filter (where ${counts.received})::int as "contactsWhoReplied"
    from message m ${join}
    where ${isOnDays(query)} and m.direction <> 'internal'
    group by 1 order by count(*) desc, 1 limit ${CUT_ROWS_MAX + 1}`.execute(db)
  return result.rows
}

/** Counts the answers of the requested days for each value of a cut, with the median wait in minutes. */
export async function countAnswers(
  db: Db,
  query: AnalyticsQuery,
  by: AnalyticsCut,
): Promise<Map<string, Pick<ReplyTime, 'answers' | 'medianMinutes'>>> {
  const { join, key } = SOURCES[by]
  const result = await sql<{ key: string; answers: number; median: number | null }>`
    select ${key} as key, count(*)::int as answers, percentile_cont(0.5) within group (order by m.seconds) as median
    from (select a.*, ${query.orgId}::uuid as org_id from ${answersSince(query, sql`${query.start}::date`)} a) m ${join}
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
  const result = await sql<{ isNow: boolean; answers: number; median: number | null; p90: number | null }>`
    select a.day >= ${query.start}::date as "isNow", count(*)::int as answers,
      percentile_cont(0.5) within group (order by a.seconds) as median,
      percentile_cont(0.9) within group (order by a.seconds) as p90
    from ${answersSince(query, firstDay(query))} a group by 1`.execute(db)
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
  const local = sql`(m.at at time zone ${query.timeZone})`
  const result = await sql<{ weekday: number; hour: number; received: number }>`
    select extract(dow from ${local})::int as weekday, extract(hour from ${local})::int as hour, count(*)::int as received
    from message m where ${isOnDays(query)} and ${counts.received} group by 1, 2 order by 1, 2`.execute(db)
  return result.rows
}
