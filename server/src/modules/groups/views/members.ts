import { sql } from 'kysely'
import { fail } from '../../../kernel/failure.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { audienceWhere, contactsWithConsent, filterContext } from '../../audience/index.ts'

/** The selected members of a group: those listed, or all except the excluded ones. */
interface Chosen {
  contactIds: string[]
  selectedAll: boolean
  excludedIds: string[]
}

/**
 * Returns the ids of the selected, visible members of a group in id order; fails with `not_found` when the group does
 * not exist.
 */
export async function memberIdsOf(tx: Tx, groupId: string, chosen: Chosen): Promise<string[]> {
  const group = await sql`
    select from contact_group where org_id = ${tx.orgId} and id = ${groupId} and archived_at is null`.execute(tx.db)
  if (group.rows.length === 0) fail('not_found')
  const isSelected = chosen.selectedAll
    ? sql`c.id <> all(${chosen.excludedIds}::uuid[])`
    : sql`c.id = any(${chosen.contactIds}::uuid[])`
  const result = await sql<{ id: string }>`
    select c.id from ${contactsWithConsent}
    where c.org_id = ${tx.orgId} and ${audienceWhere({ groupId }, await filterContext(tx))} and ${isSelected} order by c.id`.execute(
    tx.db,
  )
  return result.rows.map((row) => row.id)
}
