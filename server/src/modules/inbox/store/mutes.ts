import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Mutes or unmutes a conversation for a member; returns whether anything changed. */
export async function writeMute(
  tx: Tx,
  { userId, contactId }: { userId: string; contactId: string },
  muted: boolean,
): Promise<boolean> {
  const changed = muted
    ? await sql`
        insert into conversation_mute (org_id, user_id, contact_id) values (${tx.orgId}, ${userId}, ${contactId})
        on conflict do nothing returning contact_id`.execute(tx.db)
    : await sql`
        delete from conversation_mute where org_id = ${tx.orgId} and user_id = ${userId} and contact_id = ${contactId}
        returning contact_id`.execute(tx.db)
  return changed.rows.length > 0
}
