import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Row } from '../../../kernel/db/row.ts'

/**
 * Erases the names of these files and of all others of these messages, and cancels pending fetches. Returns all of
 * their ids.
 */
export async function blankFiles(tx: Tx, fileIds: string[], messageIds: string[]): Promise<string[]> {
  const held = await sql<Row<'file', 'id'>>`
    update file set name = '', source = null, state = case when state = 'pending' then 'refused' else state end,
      refused_reason = case when state = 'pending' then 'deleted' else refused_reason end
    where org_id = ${tx.orgId} and (id = any(${fileIds}::uuid[]) or message_id = any(${messageIds}::uuid[])) returning id`.execute(
    tx.db,
  )
  return held.rows.map((row) => row.id)
}
