import type { FilterNode, Selection } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { filterContext, type FilterReader } from '../context.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { canTextInBulk, contactsWithConsent, allContactsWithConsent, selectionWhere } from './where.ts'
import { orderBy, type OrderOptions } from './order.ts'
import { groupMembership } from '../ports.ts'
import { selectedGroupIds } from '../selected-groups.ts'
import type { SelectionCount } from './membership.ts'
import { amongAll } from './page.ts'

/** Loads the filter context of an audience; `undefined` means all contacts. */
export function audienceContext(reader: FilterReader, audience: { filter?: FilterNode | undefined } | undefined) {
  return filterContext(reader, audience?.filter)
}

/** Returns the ids of a selection after `after` in id order, up to a limit. For batch work. */
export async function audienceIds(
  db: Db,
  ctx: FilterContext,
  selection: Selection,
  { after, most }: { after?: string | null; most: number },
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select c.id from ${contactsWithConsent}
    where c.org_id = ${ctx.orgId} and ${selectionWhere(selection, ctx)} and ${after ? sql`c.id > ${after}` : sql`true`}
    order by c.id limit ${most}`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Ids of a selection read at once when they are needed in list order. */
const STEP = 20_000

/** Yields the ids of a selection in list order, in batches. */
export async function* audienceIdsBy(
  db: Db,
  ctx: FilterContext,
  selection: Selection,
  { sort, direction, most }: Pick<OrderOptions, 'sort' | 'direction' | 'most'>,
): AsyncGenerator<string[]> {
  const where = sql<boolean>`(c.org_id = ${ctx.orgId} and ${selectionWhere(selection, ctx)})`
  for (let after: OrderOptions['after']; ;) {
    const order = orderBy({ sort, direction, after, most: STEP }, ctx.activity)
    const positions = await amongAll(db, where, order)
    for (let at = 0; at < positions.length; at += most)
      yield positions.slice(at, at + most).map((position) => position.id)
    const last = positions.at(-1)
    if (!last || positions.length < STEP) return
    after = order.cursor(last)
  }
}

/**
 * Counts the contacts of a selection and how many of them can get messages; exact, and bound by the statement timeout.
 * Uses the memberships for selections of groups, unless changes are still waiting to be counted there.
 */
export async function countSelection(db: Db, ctx: FilterContext, selection: Selection): Promise<SelectionCount> {
  const where = selectionWhere(selection, ctx)
  const groups = selectedGroupIds(selection, ctx)
  const storedCount = groups && (await groupMembership.get().countMembers(db, ctx.orgId, groups, selection))
  if (storedCount) return storedCount
  const from = selection.selectedAll ? allContactsWithConsent(ctx.orgId) : contactsWithConsent
  const result = await sql<SelectionCount>`
    select count(*)::int as count, count(*) filter (where ${canTextInBulk(ctx.orgId)})::int as "reachableCount"
    from ${from} where c.org_id = ${ctx.orgId} and ${where}`.execute(db)
  return result.rows[0] ?? { count: 0, reachableCount: 0 }
}
