import type { FilterNode, Selection } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { filterContext, type FilterReader } from '../context.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { contactsWithConsent, selectionWhere } from '../store/filter/audience.ts'
import { canText } from '../store/filter/compile.ts'

/** What is needed to read the rules of an audience; `undefined` reads as one that does not narrow. */
export function audienceContext(reader: FilterReader, audience: { filter?: FilterNode | undefined } | undefined) {
  return filterContext(reader, audience?.filter)
}

/** The ids a selection means, in the order of ids: those after `after`, at most so many. For work in steps. */
export async function audienceIds(
  db: Db,
  ctx: FilterContext,
  selection: Selection,
  { after, most }: { after?: string | null; most: number },
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select c.id from ${contactsWithConsent}
    where c.org_id = ${ctx.orgId} and ${selectionWhere(selection, ctx)} and ${after ? sql`c.id > ${after}` : sql`true`}
    order by c.id limit ${most}`.execute(db)
  return found.rows.map((row) => row.id)
}

/** How many a selection means and how many of them can get texts, counted whole; ends with the statement's time limit. */
export async function countSelection(
  db: Db,
  ctx: FilterContext,
  selection: Selection,
): Promise<{ count: number; reachableCount: number }> {
  const found = await sql<{ count: number; reachableCount: number }>`
    select count(*)::int as count, count(*) filter (where ${canText})::int as "reachableCount"
    from ${contactsWithConsent} where c.org_id = ${ctx.orgId} and ${selectionWhere(selection, ctx)}`.execute(db)
  return found.rows[0] ?? { count: 0, reachableCount: 0 }
}
