import { sql, type RawBuilder } from 'kysely'
import type { DayFigures } from './range-rules.ts'
import { firstDay, type AnalyticsQuery } from './store/days.ts'
import { notesAbout } from './counted-views.ts'

/** What days after a stored range add to it. */
export interface AddedDays {
  days: DayFigures[]
  replied: number
  active: number
  optOuts: number
}

/**
 * What days that are not over add to a stored range, as JSON: what is stored of them, the changes since, and the messages after
 * those counted. Null where one of the days, or the range, is not stored, or where a day must be counted anew. A function of the
 * database (migration 0165), because planning took longer than running.
 */
export function addedByOpenDays(range: AnalyticsQuery, dates: readonly string[]): RawBuilder<AddedDays | null> {
  if (dates.length === 0) return sql`null::json`
  const { orgId, timeZone, start, end } = range
  return sql`(case when not exists (${notesAbout(range)}) then
    figures_added_today(${orgId}, ${timeZone}, ${dates}::date[], ${start}, ${end}, ${firstDay(range)}) end)`
}
