import type { FilterNode, Selection } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { filterContext, type FilterReader } from '../context.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { canTextOfMany, contactsWithConsent, everybodyWithConsent, selectionWhere } from '../store/filter/audience.ts'
import { orderBy, type OrderAsk } from './order.ts'
import { countMembers, groupsMeant, type Counted } from './kept-counts.ts'
import { amongAll } from './page.ts'

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

/** Ids of a selection read at once where they are asked for in an order. */
const STEP = 20_000

/** The ids a selection means in the order a list shows them, so many at a time. */
export async function* audienceIdsBy(
  db: Db,
  ctx: FilterContext,
  selection: Selection,
  { sort, direction, most }: Pick<OrderAsk, 'sort' | 'direction' | 'most'>,
): AsyncGenerator<string[]> {
  const where = sql<boolean>`(c.org_id = ${ctx.orgId} and ${selectionWhere(selection, ctx)})`
  for (let after: OrderAsk['after']; ;) {
    const order = orderBy({ sort, direction, after, most: STEP }, ctx.activity)
    const places = await amongAll(db, where, order)
    for (let at = 0; at < places.length; at += most) yield places.slice(at, at + most).map((place) => place.id)
    const last = places.at(-1)
    if (!last || places.length < STEP) return
    after = order.cursor(last)
  }
}

/**
 * How many a selection means and how many of them can get texts, all of them counted; ends with the statement's time limit.
 * People of groups are counted by their memberships, where all that happened has been counted there already.
 */
export async function countSelection(db: Db, ctx: FilterContext, selection: Selection): Promise<Counted> {
  const where = selectionWhere(selection, ctx)
  const groups = groupsMeant(selection, ctx)
  const kept = groups && (await countMembers(db, ctx.orgId, groups, selection))
  if (kept) return kept
  const from = selection.selectedAll ? everybodyWithConsent(ctx.orgId) : contactsWithConsent
  const found = await sql<Counted>`
    select count(*)::int as count, count(*) filter (where ${canTextOfMany(ctx.orgId)})::int as "reachableCount"
    from ${from} where c.org_id = ${ctx.orgId} and ${where}`.execute(db)
  return found.rows[0] ?? { count: 0, reachableCount: 0 }
}
