import type { Selection } from '@crewline/contract/filters'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { SelectionCount } from '../../audience/index.ts'

/**
 * Counts the members of these groups from their memberships without reading contacts. Returns undefined while contact
 * changes are waiting to be counted there: then only the contacts give the right number.
 */
export async function countMembers(
  db: Db,
  orgId: string,
  groupIds: string[],
  selection: Selection,
): Promise<SelectionCount | undefined> {
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
