import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { firstDay, type AnalyticsQuery } from './days.ts'

/** How many ranges of an organization are kept; the ones made first go. */
const MOST_RANGES = 40

/** Writes the figures of a range, as JSON, with its sets of contacts, and deletes the ranges that are too many. */
export async function writeRange(
  db: Db,
  query: AnalyticsQuery,
  { figures, sets }: { figures: string; sets: { active: string; replied: string } | null },
): Promise<void> {
  const { orgId, timeZone, start, end } = query
  await sql`
    insert into figure_range (org_id, timezone, first, last, first_before, figures, active, replied)
    values (${orgId}, ${timeZone}, ${start}, ${end}, ${firstDay(query)}, ${figures},
      ${sets?.active ?? null}::bit varying, ${sets?.replied ?? null}::bit varying)
    on conflict (org_id, timezone, first, last, first_before) do update set figures = excluded.figures, active = excluded.active,
      replied = excluded.replied, made_at = excluded.made_at`.execute(db)
  await sql`
    delete from figure_range where org_id = ${orgId} and made_at < (
      select made_at from figure_range where org_id = ${orgId} order by made_at desc offset ${MOST_RANGES - 1} limit 1)`.execute(
    db,
  )
}
