import { sql, type RawBuilder } from 'kysely'

/** Days of an organization, in its time zone; as many days just before them are those before. */
export interface AnalyticsQuery {
  orgId: string
  timeZone: string
  start: string
  end: string
  count: number
  /** Whether the reader is a member with group scope. */
  isLimited: boolean
}

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
