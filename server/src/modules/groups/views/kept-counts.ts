import type { FilterNode, Rule, Selection } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { systemKeyOf } from '../filter-rules/system-groups.ts'

/** More groups than this are counted among all workers: each is one more run to merge. */
const MOST_GROUPS = 50

/** How many are meant and how many of them can get texts. */
export interface Counted {
  count: number
  reachableCount: number
}

/**
 * The groups whose people a selection means and nobody else; undefined where anything else narrows it. Who is only shown
 * because they can get texts is told apart by what memberships count for.
 */
export function groupsMeant(selection: Selection, ctx: FilterContext): string[] | undefined {
  const { search = '', reach = 'all', groupId, filter } = selection.audience ?? {}
  if (!selection.selectedAll || search.trim() || (reach !== 'all' && reach !== 'can_text')) return undefined
  const rules = filter ? rulesThatNarrow(filter) : []
  const [rule] = rules
  const named =
    rules.length === 0 && groupId !== undefined
      ? [groupId]
      : rules.length === 1 && rule && groupId === undefined
        ? namedBy(rule)
        : undefined
  const ids = [...new Set(named?.map((id) => id.toLowerCase()))]
  if (ids.length === 0 || ids.length > MOST_GROUPS) return undefined
  return ids.some((id) => systemKeyOf(ctx.orgId, id)) ? undefined : ids
}

function rulesThatNarrow(node: FilterNode): Rule[] {
  return node.children.flatMap((child) => ('children' in child ? rulesThatNarrow(child) : [child]))
}

function namedBy({ field, cmp, value }: Rule): string[] | undefined {
  return field === 'group' && cmp === 'member_of' && Array.isArray(value) ? value.map(String) : undefined
}

/**
 * Counts who is in any of these groups by what their memberships count for, without looking at a worker. Undefined while
 * changes about workers wait to be counted there: then only the workers themselves can say.
 */
export async function countMembers(
  db: Db,
  orgId: string,
  groupIds: string[],
  selection: Selection,
): Promise<Counted | undefined> {
  const { excludedIds, audience } = selection
  const [alone] = groupIds.length === 1 && excludedIds.length === 0 ? groupIds : []
  const isMeant = excludedIds.length > 0 ? sql`m.contact_id <> all(${excludedIds}::uuid[])` : sql`true`
  const members = groupIds.map(
    (id) => sql`select m.contact_id, m.counted from group_member m
      where m.org_id = ${orgId} and m.group_id = ${id} and m.counted > 0 and (select not waits from late) and ${isMeant}`,
  )
  const sums = alone
    ? sql`select coalesce(sum(contact_count), 0)::int as count, coalesce(sum(reachable_count), 0)::int as reachable
        from contact_group where org_id = ${orgId} and id = ${alone}`
    : sql`select count(distinct contact_id)::int as count, count(distinct contact_id) filter (where counted = 2)::int as reachable
        from (${sql.join(members, sql` union `)}) people`
  const found = await sql<{ waits: boolean; count: number; reachable: number }>`
    with late as materialized (select group_counts_wait() as waits)
    select (select waits from late) as waits, sums.count, sums.reachable from (${sums}) sums`.execute(db)
  const [row] = found.rows
  if (!row || row.waits) return undefined
  const { count, reachable } = row
  return { count: audience?.reach === 'can_text' ? reachable : count, reachableCount: reachable }
}
