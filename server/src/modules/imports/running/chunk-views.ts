import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Rows of an import: after `from`, up to and including `to`. */
export interface Chunk {
  importId: string
  from: number
  to: number
}

const inChunk = (tx: Tx, { importId, from, to }: Chunk): RawBuilder<unknown> =>
  sql`r.org_id = ${tx.orgId} and r.import_id = ${importId} and r.row > ${from} and r.row <= ${to}`

/** Selects the contacts of a chunk to import, without values of fields deleted since the check. */
export function incoming(tx: Tx, chunk: Chunk, kind: 'new' | 'update', missingKeys: string[]): RawBuilder<unknown> {
  const draft =
    missingKeys.length === 0
      ? sql`r.draft - 'shift'`
      : sql`(case when r.draft ? 'custom' then jsonb_set(r.draft, '{custom}', (r.draft->'custom') - ${missingKeys}::text[]) else r.draft end) - 'shift'`
  return sql`select r.row, r.contact_id as id, ${draft} as draft from import_row r where ${inChunk(tx, chunk)} and r.kind = ${kind}`
}

/** Returns the end of the chunk after a row; undefined when no rows are left. */
export async function chunkEnd(
  tx: Tx,
  importId: string,
  from: number,
  most: number,
): Promise<{ to: number; rows: number } | undefined> {
  const result = await sql<{ to: number | null; rows: number }>`
    select max(row) as to, count(*)::int as rows from (
      select row from import_row where org_id = ${tx.orgId} and import_id = ${importId} and row > ${from} order by row limit ${most}) r`.execute(
    tx.db,
  )
  const [end] = result.rows
  return end && end.to !== null ? { to: end.to, rows: end.rows } : undefined
}

/** A row with its phone number and groups. */
export interface GivingRow {
  row: number
  id: string
  kind: 'new' | 'update' | 'unchanged'
  /** The number for which consent is attested; null when there is none or it has opted out. */
  agreed: string | null
  groups: string[] | null
  /** Whether the row sets the shift, and its id; null when the groups decide. */
  setsShift: boolean
  shiftId: string | null
}

/** Returns the rows of a chunk that belong to a contact. */
export async function rowsOfChunk(tx: Tx, chunk: Chunk): Promise<GivingRow[]> {
  const result = await sql<GivingRow>`
    select r.row, r.contact_id as id, r.kind, case when not r.opted_out then coalesce(r.phone, r.draft->>'phone') end as agreed,
      nullif(r.groups, '[]') as groups, coalesce(r.draft ? 'shift', false) as "setsShift", r.draft->>'shift' as "shiftId"
    from import_row r where ${inChunk(tx, chunk)} and r.kind in ('new', 'update', 'unchanged') order by r.row`.execute(
    tx.db,
  )
  return result.rows
}

/** Returns the ids of the contacts that a chunk added. */
export async function addedIds(tx: Tx, chunk: Chunk): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select r.contact_id as id from import_row r where ${inChunk(tx, chunk)} and r.kind = 'new' order by r.contact_id`.execute(
    tx.db,
  )
  return result.rows.map((row) => row.id)
}
