import { sql } from 'kysely'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { deleteConversation } from './merge.ts'
import { restoreSummary } from './summary-changes.ts'

/**
 * Brings conversations up to date after some of their messages were deleted; the caller has locked them. Returns the
 * contacts whose conversation went with its last message, and those whose last message is an earlier one now.
 */
export async function removeFromConversations(
  tx: Tx,
  contactIds: string[],
  messageIds: string[],
): Promise<{ emptied: string[]; restored: { contactId: string; at: Date }[] }> {
  const result = await sql<Row<'conversation', 'contact_id' | 'last_message_id'> & { isEmpty: boolean }>`
    select v.contact_id, v.last_message_id, not exists (
      select from message m where m.org_id = v.org_id and m.contact_id = v.contact_id) as "isEmpty"
    from conversation v where v.org_id = ${tx.orgId} and v.contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
  const emptied = result.rows.flatMap((row) => (row.isEmpty ? [row.contact_id] : []))
  for (const contactId of emptied) await deleteConversation(tx, contactId)
  await recountUnread(tx, messageIds)
  const deleted = new Set(messageIds)
  const restored: { contactId: string; at: Date }[] = []
  for (const row of result.rows) {
    if (row.isEmpty || row.last_message_id === null || !deleted.has(row.last_message_id)) continue
    const at = await restoreSummary(tx, row.contact_id, row.last_message_id)
    if (at) restored.push({ contactId: row.contact_id, at })
  }
  return { emptied, restored }
}

/** Lets unread rows that began with a deleted message begin with the first that is left, and deletes those with none. */
async function recountUnread(tx: Tx, messageIds: string[]): Promise<void> {
  await tx.unscoped(() =>
    sql`
      with rest as (
        select u.user_id, u.contact_id, greatest(v.arrivals - u.arrivals, 0) as arrived, array(
          select m.id from message m where m.org_id = u.org_id and m.contact_id = u.contact_id and m.direction = 'in'
            and not m.answers_flow and m.id > u.since_id order by m.id) as ids
        from unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
        where u.org_id = ${tx.orgId} and u.since_id = any(${messageIds}::uuid[])
      ), gone as (
        delete from unread u using rest r where u.org_id = ${tx.orgId} and u.user_id = r.user_id and u.contact_id = r.contact_id
          and u.reason = 'unread' and r.ids = '{}'
      )
      update unread u set since_id = r.ids[1], count = greatest(0, cardinality(r.ids) - r.arrived) from rest r
      where u.org_id = ${tx.orgId} and u.user_id = r.user_id and u.contact_id = r.contact_id
        and not (u.reason = 'unread' and r.ids = '{}')`.execute(tx.db),
  )
}
