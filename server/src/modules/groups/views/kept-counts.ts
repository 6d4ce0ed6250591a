import type { FilterNode, Rule, Selection } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { systemKeyOf } from '../filter-rules/system-groups.ts'

/** Above this many groups, the count runs over all contacts: each group adds one more run to merge. */
const MOST_GROUPS = 50

/** The number of selected contacts and how many of them can get messages. */
export interface Counted {
  count: number
  reachableCount: number
}

/**
 * Returns the groups whose members are exactly the selection; undefined when anything else narrows it. A limit to
 * reachable contacts is allowed, because memberships record it.
 */
export function selectedGroupIds(selection: Selection, ctx: FilterContext): string[] | undefined {
  const { search = '', reach = 'all', groupId, filter } = selection.audience ?? {}
  if (!selection.selectedAll || search.trim() || (reach !== 'all' && reach !== 'can_text')) return undefined
  const rules = filter ? narrowingRules(filter) : []
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

function narrowingRules(node: FilterNode): Rule[] {
  return node.children.flatMap((child) => ('children' in child ? narrowingRules(child) : [child]))
}

function namedBy({ field, cmp, value }: Rule): string[] | undefined {
  return field === 'group' && cmp === 'member_of' && Array.isArray(value) ? value.map(String) : undefined
}

/**
 * Counts the members of these groups from their memberships without reading contacts. Returns undefined while contact
 * changes are waiting to be counted there: then only the contacts give the right number.
 */
export async function countMembers(
  db: Db,
  orgId: string,
  groupIds: string[],
  selection: Selection,
): Promise<Counted | undefined> {
  const { excludedIds, audience } = selection
  const [singleGroupId] = groupIds.length === 1 && excludedIds.length === 0 ? groupIds : []
  const isSelected = excludedIds.length > 0 ? sql`m.contact_id <> all(${excludedIds}::uuid[])` : sql`true`
  const members = groupIds.map(
    (id) => sql`select m.contact_id, m.counted from group_member m
      where m.org_id = ${orgId} and m.group_id = ${id} and m.counted > 0 and (select not waits from late) and ${isSelected}`,
  )
  const sums = singleGroupId
    ? sql`select coalesce(sum(contact_count), 0)::int as count, coalesce(sum(reachable_count), 0)::int as reachable
        from contact_group where org_id = ${orgId} and id = ${singleGroupId}`
    : sql`select count(distinct contact_id)::int as count, count(distinct contact_id) filter (where counted = 2)::int as reachable
        from (${sql.join(members, sql` union `)}) people`
  const result = await sql<{ waits: boolean; count: number; reachable: number }>`
    with late as materialized (select group_counts_wait() as waits)
    select (select waits from late) as waits, sums.count, sums.reachable from (${sums}) sums`.execute(db)
  const [row] = result.rows
  if (!row || row.waits) return undefined
  const { count, reachable } = row
  return { count: audience?.reach === 'can_text' ? reachable : count, reachableCount: reachable }
}
