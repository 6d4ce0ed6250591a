import { packed, wordsOf, type Words } from '@crewline/contract/words'
import type { ImportCounts, ImportOptions } from '@crewline/contract/imports'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredColumn } from '../checking/plan.ts'

/** Where an import stands, with the moment before its file is whole. */
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

/** What was done: by the run, or by taking it back. */
export interface StoredResult {
  added: number
  updated: number
  skipped: number
  unchanged: number
  /** Of an undo: contacts gone, put back, and left as they are because somebody changed them since. */
  gone?: number
  restored?: number
  kept?: number
}

/** An import as its row stands. */
export interface StoredImport {
  id: string
  orgId: string
  personId: string
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
  attempts: number
  createdAt: Date
  finishedAt: Date | null
}

/** The columns of StoredImport, of a table `i`. */
export const importColumns = sql`i.id, i.org_id as "orgId", i.person_id as "personId", i.file_name as "fileName", i.bytes, i.state, i.total,
  i.place, i.progress, i.columns, i.options, i.counts, i.result, i.problem, i.notes, i.attempts, i.created_at as "createdAt", i.finished_at as "finishedAt"`

/** Begins an import whose file is still coming. */
export async function addImport(tx: Tx, one: { id: string; personId: string; fileName: string }): Promise<void> {
  await sql`
    insert into import (org_id, id, person_id, file_name, bytes, state, created_at)
    values (${tx.orgId}, ${one.id}, ${one.personId}, ${one.fileName}, 0, 'uploading', ${tx.world.now()})`.execute(tx.db)
}

/** Takes the import that waits longest, of any organization, for a while; needs a handle across organizations. */
export async function takeImport(system: Db, now: Date, until: Date): Promise<StoredImport | undefined> {
  const found = await sql<StoredImport>`
    update import i set due_at = ${until}, attempts = i.attempts + 1
    from (select org_id, id from import where due_at <= ${now} order by due_at limit 1 for update skip locked) t
    where i.org_id = t.org_id and i.id = t.id
    returning ${importColumns}`.execute(system)
  return found.rows[0]
}

/** An import as it stands, locked until the transaction ends. */
export async function holdImport(tx: Tx, id: string): Promise<StoredImport | undefined> {
  const found = await sql<StoredImport>`
    select ${importColumns} from import i where i.org_id = ${tx.orgId} and i.id = ${id} and i.state <> 'uploading' for update`.execute(
    tx.db,
  )
  return found.rows[0]
}

/** What may change about an import; a date of `due` says when its next step is, null that nothing waits. */
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
  problem?: Words | null
  /** What is kept already comes packed. */
  notes?: (Words | string)[]
  finishedAt?: Date
  due?: Date | null
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** Writes what changed about an import; a step that went well is no failed attempt. */
export async function saveImport(tx: Tx, id: string, change: ImportChange): Promise<void> {
  const set = [sql`attempts = 0`]
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
  if (change.notes !== undefined) set.push(sql`notes = ${change.notes.map((note) => packed(wordsOf(note)))}::text[]`)
  if (change.finishedAt !== undefined) set.push(sql`finished_at = ${change.finishedAt}`)
  if (change.due !== undefined)
    set.push(change.due ? sql`due_at = ${change.due}` : sql`due_at = 'infinity'::timestamptz`)
  await sql`update import set ${sql.join(set)} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Forgets an import with its file and rows. */
export async function removeImport(tx: Tx, id: string): Promise<void> {
  await sql`delete from import where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Adds a piece of a file. */
export async function addPart(tx: Tx, importId: string, nth: number, content: Buffer): Promise<void> {
  await sql`insert into import_part (org_id, import_id, nth, content) values (${tx.orgId}, ${importId}, ${nth}, ${content})`.execute(
    tx.db,
  )
}

/** Forgets the bytes of a file that was read. */
export async function removeParts(tx: Tx, importId: string): Promise<void> {
  await sql`delete from import_part where org_id = ${tx.orgId} and import_id = ${importId}`.execute(tx.db)
}

/** Remembers where columns went; the latest word counts. */
export async function remember(tx: Tx, headers: string[], targets: (string | null)[]): Promise<void> {
  await sql`
    insert into import_memory (org_id, header, target, used_at)
    select distinct on (header) ${tx.orgId}::uuid, header, target, ${tx.world.now()}::timestamptz
    from unnest(${headers}::text[], ${targets}::text[]) with ordinality t(header, target, nth) where header <> '' order by header, nth
    on conflict (org_id, header) do update set target = excluded.target, used_at = excluded.used_at`.execute(tx.db)
}

/** Forgets the rows and files of imports begun before a moment, and files that never became whole; needs a handle across organizations. */
export async function forgetOld(system: Db, before: Date, unfinishedBefore: Date): Promise<void> {
  await sql`delete from import where state in ('uploading', 'failed') and created_at < ${unfinishedBefore}`.execute(
    system,
  )
  await sql`delete from import where state in ('matching', 'checked') and created_at < ${before}`.execute(system)
  for (const table of ['import_part', 'import_row', 'import_trace'])
    await sql`
      delete from ${sql.table(table)} r using import i
      where r.org_id = i.org_id and r.import_id = i.id and i.created_at < ${before} and i.state in ('done', 'undone')`.execute(
      system,
    )
}

/** Ends an import nobody is there for any more; needs a handle across organizations. */
export async function dropImport(
  system: Db,
  one: Pick<StoredImport, 'orgId' | 'id'>,
  problem: Words,
  now: Date,
): Promise<void> {
  await sql`
    update import set state = 'failed', problem = ${packed(problem)}, finished_at = ${now}, due_at = 'infinity'
    where org_id = ${one.orgId} and id = ${one.id}`.execute(system)
}
