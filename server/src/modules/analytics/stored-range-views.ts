import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { notesAbout } from './counted-views.ts'
import { lastDay } from './store/counted.ts'
import { firstDay, isWithin, type AnalyticsQuery } from './store/days.ts'

/** Filters stored ranges `r` to this one. */
export function isRange({ orgId, timeZone, start, end, count }: AnalyticsQuery): RawBuilder<unknown> {
  return sql`r.org_id = ${orgId} and r.timezone = ${timeZone} and r.first = ${start}::date and r.last = ${end}::date
    and r.first_before = ${start}::date - ${count}::int`
}

/** Filters stored ranges `r` to this one, if it is right as far as the statement sees. */
export function isRightRange(query: AnalyticsQuery): RawBuilder<unknown> {
  return sql`${isRange(query)} and not exists (${notesAbout(query)})`
}

/** Returns whether days without figures are all from before the first message, where nothing is counted. */
export async function areBeforeMessages(db: Db, query: AnalyticsQuery, live: string[]): Promise<boolean> {
  const last = live.at(-1)
  if (last === undefined) return true
  const { orgId, timeZone } = query
  const span = { orgId, timeZone, first: firstDay(query), last: sql`${last}::date` }
  const result = await sql<{ areBefore: boolean }>`
    select ${last}::date < (select min(f.day) from figure_day f where f.org_id = ${orgId} and f.timezone = ${timeZone})
      and not exists (select from message m where ${isWithin(span)} and m.direction <> 'internal') as "areBefore"`.execute(
    db,
  )
  return result.rows[0]?.areBefore ?? false
}

/** Returns the time zone of an organization, its today, and its latest day that can be counted. */
export async function daysNow(
  db: Db,
  orgId: string,
): Promise<{ timeZone: string; today: string; last: string } | undefined> {
  const result = await sql<{ timeZone: string; today: string; last: string }>`
    select o.timezone as "timeZone", (now() at time zone o.timezone)::date::text as today, ${lastDay}::text as last
    from organization o where o.id = ${orgId}`.execute(db)
  return result.rows[0]
}

/** Returns whether a range is stored and right. */
export async function hasRange(db: Db, query: AnalyticsQuery): Promise<boolean> {
  const result = await sql<{ isStored: boolean }>`
    select exists (select from figure_range r where ${isRightRange(query)} and r.active is not null) as "isStored"`.execute(
    db,
  )
  return result.rows[0]?.isStored ?? false
}

/** Returns a random stored range of the time zone of an organization, with whether its sets are stored. */
export async function randomStoredRange(
  db: Db,
  orgId: string,
): Promise<{ query: AnalyticsQuery; withSets: boolean } | undefined> {
  const result = await sql<Omit<AnalyticsQuery, 'orgId' | 'isLimited'> & { withSets: boolean }>`
    select r.timezone as "timeZone", r.first::text as start, r.last::text as "end", r.first - r.first_before as count,
      r.active is not null as "withSets"
    from figure_range r join organization o on o.id = r.org_id
    where r.org_id = ${orgId} and r.timezone = o.timezone order by random() limit 1`.execute(db)
  const picked = result.rows[0]
  if (!picked) return undefined
  const { withSets, ...days } = picked
  return { query: { orgId, isLimited: false, ...days }, withSets }
}

/** Returns what is stored of a range, as text to compare: its sets are longer the more contacts there were. */
export async function storedRange(db: Db, query: AnalyticsQuery): Promise<string> {
  const result = await sql<{ stored: string }>`
    select concat_ws(' ', r.figures::jsonb, rtrim(r.active::text, '0'), rtrim(r.replied::text, '0')) as stored
    from figure_range r where ${isRange(query)}`.execute(db)
  return result.rows[0]?.stored ?? ''
}
