import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Mutes a conversation for a member, or takes that back; answers whether anything changed. */
export async function writeMute(
  tx: Tx,
  { personId, contactId }: { personId: string; contactId: string },
  muted: boolean,
): Promise<boolean> {
  const changed = muted
    ? await sql`
        insert into conversation_mute (org_id, person_id, contact_id) values (${tx.orgId}, ${personId}, ${contactId})
        on conflict do nothing returning contact_id`.execute(tx.db)
    : await sql`
        delete from conversation_mute where org_id = ${tx.orgId} and person_id = ${personId} and contact_id = ${contactId}
        returning contact_id`.execute(tx.db)
  return changed.rows.length > 0
}
