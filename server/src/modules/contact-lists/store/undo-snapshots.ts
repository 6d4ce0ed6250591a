import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { AttributeUndo } from '../../contacts/index.ts'
import type { ChoiceChange } from '../../shifts/index.ts'

/** What an action changed about one contact: its fields, working hours or groups. Archiving needs no further data. */
export interface UndoSnapshot {
  id: string
  attributes?: Pick<AttributeUndo, 'was' | 'became'>
  shift?: Omit<ChoiceChange, 'id'>
  groups?: { joined: string[]; left: string[] }
}

/** Stores the undo data of these contacts. */
export async function addUndoSnapshots(tx: Tx, runId: string, snapshots: UndoSnapshot[]): Promise<void> {
  if (snapshots.length === 0) return
  await tx.unscoped(() =>
    sql`
      insert into contact_run_undo (org_id, run_id, contact_id, change)
      select ${tx.orgId}::uuid, ${runId}::uuid, t.id, t.change
      from unnest(${snapshots.map((snapshot) => snapshot.id)}::uuid[], ${snapshots.map(({ attributes, shift, groups }) => JSON.stringify({ attributes, shift, groups }))}::jsonb[]) t(id, change)
      on conflict (org_id, run_id, contact_id) do nothing`.execute(tx.db),
  )
}

/** Returns the undo data of a run after a contact id, in id order, regardless of what the actor sees. */
export async function undoSnapshotsOf(
  tx: Tx,
  runId: string,
  from: { after: string | null; most: number },
): Promise<UndoSnapshot[]> {
  const result = await tx.unscoped(() =>
    sql<{ id: string; change: Omit<UndoSnapshot, 'id'> }>`
      select contact_id as id, change from contact_run_undo
      where org_id = ${tx.orgId} and run_id = ${runId} and (${from.after}::uuid is null or contact_id > ${from.after}::uuid)
      order by contact_id limit ${from.most}`.execute(tx.db),
  )
  return result.rows.map(({ id, change }) => ({ id, ...change }))
}

/** Deletes the undo data of erased contacts. */
export async function deleteUndoSnapshots(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    delete from contact_run_undo where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/**
 * Deletes the undo data of actions before a moment, which can no longer be undone. Needs a database handle across
 * organizations.
 */
export async function deleteOldUndoSnapshots(system: Db, before: Date): Promise<number> {
  const deleted = await sql`
    delete from contact_run_undo t using contact_run r
    where r.org_id = t.org_id and r.id = t.run_id and r.created_at < ${before}`.execute(system)
  return Number(deleted.numAffectedRows ?? 0)
}
