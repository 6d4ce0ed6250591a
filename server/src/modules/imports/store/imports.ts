import { packed, decodeLocalizedText, type LocalizedText } from '@crewline/contract/words'
import type { ImportCounts, ImportOptions } from '@crewline/contract/imports'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredColumn } from '../checking/plan.ts'

/** The state of an import, including the state before its upload is complete. */
export type StoredState =
  | 'uploading'
  | 'reading'
  | 'matching'
  | 'checking'
  | 'checked'
  | 'running'
  | 'done'
  | 'undoing'
  | 'undone'
  | 'failed'

/** The result of a run or of an undo. */
export interface StoredResult {
  added: number
  updated: number
  skipped: number
  unchanged: number
  /** For an undo: contacts removed, restored, and kept because they changed since. */
  gone?: number
  restored?: number
  kept?: number
}

/** An import as stored. */
export interface StoredImport {
  id: string
  orgId: string
  userId: string
  fileName: string
  bytes: number
  state: StoredState
  total: number
  place: number
  progress: number
  columns: StoredColumn[]
  options: Partial<ImportOptions>
  counts: ImportCounts | null
  result: StoredResult | null
  problem: string | null
  notes: string[]
  createdAt: Date
  finishedAt: Date | null
}

/** The columns of StoredImport, from a table `i`. */
export const importColumns = sql`i.id, i.org_id as "orgId", i.user_id as "userId", i.file_name as "fileName", i.bytes, i.state, i.total,
  i.place, i.progress, i.columns, i.options, i.counts, i.result, i.problem, i.notes, i.created_at as "createdAt", i.finished_at as "finishedAt"`

/** Inserts an import whose file is still being uploaded. */
export async function addImport(tx: Tx, newImport: { id: string; userId: string; fileName: string }): Promise<void> {
  await sql`
    insert into import (org_id, id, user_id, file_name, bytes, state, created_at)
    values (${tx.orgId}, ${newImport.id}, ${newImport.userId}, ${newImport.fileName}, 0, 'uploading', ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Returns an import whose upload is complete. */
export async function readImport(db: Db, id: string): Promise<StoredImport | undefined> {
  const result = await sql<StoredImport>`
    select ${importColumns} from import i where i.id = ${id} and i.state <> 'uploading'`.execute(db)
  return result.rows[0]
}

/** Returns an import, locked until the transaction ends. */
export async function lockImport(tx: Tx, id: string): Promise<StoredImport | undefined> {
  const result = await sql<StoredImport>`
    select ${importColumns} from import i where i.org_id = ${tx.orgId} and i.id = ${id} and i.state <> 'uploading' for update`.execute(
    tx.db,
  )
  return result.rows[0]
}

/** Changes to an import. */
export interface ImportChange {
  state?: StoredState
  bytes?: number
  total?: number
  place?: number
  progress?: number
  columns?: StoredColumn[]
  options?: Partial<ImportOptions>
  counts?: ImportCounts | null
  result?: StoredResult | null
  problem?: LocalizedText | null
  /** Existing notes are already serialized. */
  notes?: (LocalizedText | string)[]
  finishedAt?: Date
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** Saves changes to an import. */
export async function saveImport(tx: Tx, id: string, change: ImportChange): Promise<void> {
  const set: RawBuilder<unknown>[] = []
  if (change.state !== undefined) set.push(sql`state = ${change.state}`)
  if (change.bytes !== undefined) set.push(sql`bytes = ${change.bytes}`)
  if (change.total !== undefined) set.push(sql`total = ${change.total}`)
  if (change.place !== undefined) set.push(sql`place = ${change.place}`)
  if (change.progress !== undefined) set.push(sql`progress = ${change.progress}`)
  if (change.columns !== undefined) set.push(sql`columns = ${json(change.columns)}`)
  if (change.options !== undefined) set.push(sql`options = ${json(change.options)}`)
  if (change.counts !== undefined) set.push(sql`counts = ${change.counts && json(change.counts)}`)
  if (change.result !== undefined) set.push(sql`result = ${change.result && json(change.result)}`)
  if (change.problem !== undefined) set.push(sql`problem = ${change.problem && packed(change.problem)}`)
  if (change.notes !== undefined)
    set.push(sql`notes = ${change.notes.map((note) => packed(decodeLocalizedText(note)))}::text[]`)
  if (change.finishedAt !== undefined) set.push(sql`finished_at = ${change.finishedAt}`)
  await sql`update import set ${sql.join(set)} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Deletes an import with its file and rows. */
export async function removeImport(tx: Tx, id: string): Promise<void> {
  await sql`delete from import where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Stores a piece of a file. */
export async function addPart(tx: Tx, importId: string, nth: number, content: Buffer): Promise<void> {
  await sql`insert into import_part (org_id, import_id, nth, content) values (${tx.orgId}, ${importId}, ${nth}, ${content})`.execute(
    tx.db,
  )
}

/** Deletes the bytes of a file that was read. */
export async function removeParts(tx: Tx, importId: string): Promise<void> {
  await sql`delete from import_part where org_id = ${tx.orgId} and import_id = ${importId}`.execute(tx.db)
}

/** Remembers column targets by header; the latest mapping wins. */
export async function remember(tx: Tx, headers: string[], targets: (string | null)[]): Promise<void> {
  await sql`
    insert into import_memory (org_id, header, target, used_at)
    select distinct on (header) ${tx.orgId}::uuid, header, target, ${tx.world.now()}::timestamptz
    from unnest(${headers}::text[], ${targets}::text[]) with ordinality t(header, target, nth) where header <> '' order by header, nth
    on conflict (org_id, header) do update set target = excluded.target, used_at = excluded.used_at`.execute(tx.db)
}

/**
 * Deletes the rows and files of imports started before a moment, and incomplete files; needs a database handle across
 * organizations.
 */
export async function deleteExpiredImports(system: Db, before: Date, unfinishedBefore: Date): Promise<void> {
  await sql`delete from import where state in ('uploading', 'failed') and created_at < ${unfinishedBefore}`.execute(
    system,
  )
  await sql`delete from import where state in ('matching', 'checked') and created_at < ${before}`.execute(system)
  for (const table of ['import_part', 'import_row', 'import_undo'])
    await sql`
      delete from ${sql.table(table)} r using import i
      where r.org_id = i.org_id and r.import_id = i.id and i.created_at < ${before} and i.state in ('done', 'undone')`.execute(
      system,
    )
}
