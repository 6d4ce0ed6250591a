import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { sortIdOf } from '../../conversations/index.ts'

/** Returns how many automatic answers these contacts received since a moment. */
export async function answeredSince(tx: Tx, contactIds: string[], since: Date): Promise<Map<string, number>> {
  const result = await sql<{ id: string; n: number }>`
    select contact_id as id, count(*)::int as n from message
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) and ${sortIdOf('message')} >= uuid_floor(${since})
      and id >= uuid_floor(${since}) and kind = 'auto_reply'
    group by contact_id`.execute(tx.db)
  return new Map(result.rows.map((row) => [row.id, row.n]))
}
