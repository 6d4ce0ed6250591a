import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'

/** Moves these workers forward in the inbox of every group they are in; times only move forward. */
export async function touchMembers(tx: Tx, contactIds: string[], times: Date[]): Promise<void> {
  await sql`
    update group_member g set last_at = t.at
    from (select id, max(at) as at from unnest(${contactIds}::uuid[], ${times}::timestamptz[]) u(id, at) group by id) t
    where g.org_id = ${tx.orgId} and g.contact_id = t.id and (g.last_at is null or g.last_at < t.at)`.execute(tx.db)
}
