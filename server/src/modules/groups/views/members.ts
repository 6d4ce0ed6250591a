import { sql } from 'kysely'
import { fail } from '../../../kernel/failure.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { audienceWhere, contactsWithConsent } from '../store/filter/audience.ts'
import { filterContext } from '../context.ts'

/** Who of a group is meant: those named, or everybody but the excluded ones. */
interface Chosen {
  contactIds: string[]
  selectedAll: boolean
  excludedIds: string[]
}

/** The ids of the workers of a group who are meant and in sight, in their order; `not_found` where the group is not. */
export async function memberIdsOf(tx: Tx, groupId: string, chosen: Chosen): Promise<string[]> {
  const group = await sql`
    select from contact_group where org_id = ${tx.orgId} and id = ${groupId} and archived_at is null`.execute(tx.db)
  if (group.rows.length === 0) fail('not_found')
  const isMeant = chosen.selectedAll
    ? sql`c.id <> all(${chosen.excludedIds}::uuid[])`
    : sql`c.id = any(${chosen.contactIds}::uuid[])`
  const found = await sql<{ id: string }>`
    select c.id from ${contactsWithConsent}
    where c.org_id = ${tx.orgId} and ${audienceWhere({ groupId }, await filterContext(tx))} and ${isMeant} order by c.id`.execute(
    tx.db,
  )
  return found.rows.map((row) => row.id)
}
