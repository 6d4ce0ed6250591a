import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/**
 * Takes the names off these files and of whatever else these messages carried, and gives up what was still to be fetched;
 * answers all of them.
 */
export async function blankFiles(tx: Tx, fileIds: string[], messageIds: string[]): Promise<string[]> {
  const held = await sql<{ id: string }>`
    update file set name = '', source = null, state = case when state = 'pending' then 'refused' else state end,
      refused_reason = case when state = 'pending' then 'deleted' else refused_reason end
    where org_id = ${tx.orgId} and (id = any(${fileIds}::uuid[]) or message_id = any(${messageIds}::uuid[])) returning id`.execute(
    tx.db,
  )
  return held.rows.map((row) => row.id)
}
