import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { CamelRow, Row } from '../../../kernel/db/row.ts'

/** The calls moved to another contact; survives JSON. */
export interface MovedCalls {
  voicemailIds: string[]
  missed: { lineId: string; callId: string }[]
}

/** Moves the calls of one contact to another. Returns the moved calls. */
export async function mergeCalls(tx: Tx, fromId: string, toId: string): Promise<MovedCalls> {
  const voicemails = await sql<Row<'voicemail', 'id'>>`
    update voicemail set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId} returning id`.execute(
    tx.db,
  )
  const missed = await sql<CamelRow<'missed_call', 'line_id' | 'call_id'>>`
    update missed_call set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId}
    returning line_id as "lineId", call_id as "callId"`.execute(tx.db)
  return { voicemailIds: voicemails.rows.map((row) => row.id), missed: missed.rows }
}

/** Moves the calls of a merge back to their contact. */
export async function unmergeCalls(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  { voicemailIds, missed }: MovedCalls,
): Promise<void> {
  await sql`
    update voicemail set contact_id = ${fromId}
    where org_id = ${tx.orgId} and id = any(${voicemailIds}::uuid[]) and contact_id = ${toId}`.execute(tx.db)
  await sql`
    update missed_call c set contact_id = ${fromId}
    from unnest(${missed.map((call) => call.lineId)}::uuid[], ${missed.map((call) => call.callId)}::text[]) t(line_id, call_id)
    where c.org_id = ${tx.orgId} and c.line_id = t.line_id and c.call_id = t.call_id and c.contact_id = ${toId}`.execute(
    tx.db,
  )
}

/** Deletes the call contents of these contacts. Returns the recordings to discard. */
export async function eraseCalls(tx: Tx, contactIds: string[]): Promise<string[]> {
  const blanked = await sql<CamelRow<'voicemail', 'file_id'>>`
    update voicemail set deleted_at = coalesce(deleted_at, ${tx.world.now()}), file = null, peaks = '{}', transcript = null, language = null,
      listen_at = null
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) returning file_id as "fileId"`.execute(tx.db)
  return blanked.rows.map((row) => row.fileId)
}
