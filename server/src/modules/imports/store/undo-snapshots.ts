import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** What an import changed for a contact: fields before and after, and the groups it was added to. */
export interface UndoSnapshot {
  row: number
  id: string
  added: boolean
  before: Record<string, unknown>
  after: Record<string, unknown>
  groupIds: string[]
}

/** Stores the undo snapshots of rows. */
export async function addUndoSnapshots(tx: Tx, importId: string, snapshots: UndoSnapshot[]): Promise<void> {
  if (snapshots.length === 0) return
  await sql`
    insert into import_undo (org_id, import_id, row, contact_id, added, before, after, group_ids)
    select ${tx.orgId}::uuid, ${importId}::uuid, row, id, added, before, after, array(select jsonb_array_elements_text(groups)::uuid)
    from unnest(${snapshots.map((snapshot) => snapshot.row)}::int[], ${snapshots.map((snapshot) => snapshot.id)}::uuid[], ${snapshots.map((snapshot) => snapshot.added)}::bool[],
      ${snapshots.map((snapshot) => JSON.stringify(snapshot.before))}::jsonb[], ${snapshots.map((snapshot) => JSON.stringify(snapshot.after))}::jsonb[],
      ${snapshots.map((snapshot) => JSON.stringify(snapshot.groupIds))}::jsonb[]) t(row, id, added, before, after, groups)`.execute(
    tx.db,
  )
}

/** Returns the undo snapshots of a range of rows. */
export async function undoSnapshotsOf(
  tx: Tx,
  { importId, from, to }: { importId: string; from: number; to: number },
): Promise<UndoSnapshot[]> {
  const result = await sql<UndoSnapshot>`
    select row, contact_id as id, added, before, after, group_ids as "groupIds" from import_undo
    where org_id = ${tx.orgId} and import_id = ${importId} and row > ${from} and row <= ${to} order by row`.execute(
    tx.db,
  )
  return result.rows
}

/** Why a row that passed the check could not be imported. */
export type MissedReason = 'taken_meanwhile' | 'shift_deleted'

const MISSED: Record<MissedReason, LocalizedText> = {
  taken_meanwhile: msg({
    message: 'Another contact got this number or employee ID in the meantime. Import this row again.',
  }),
  shift_deleted: msg({
    message: 'The shift in this row was deleted in the meantime. Change the shift and import this row again.',
  }),
}

/** Marks rows that could not be imported because of what happened after the check. */
export async function markMissed(
  tx: Tx,
  importId: string,
  { rows, code, column = null }: { rows: number[]; code: MissedReason; column?: number | null },
): Promise<void> {
  const problems = JSON.stringify([{ column, code, words: MISSED[code], otherRow: null, contactId: null }])
  await sql`
    update import_row set kind = 'invalid', problems = ${problems}::jsonb
    where org_id = ${tx.orgId} and import_id = ${importId} and row = any(${rows}::int[])`.execute(tx.db)
}
