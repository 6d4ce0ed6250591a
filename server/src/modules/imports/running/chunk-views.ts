import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Incoming } from '../../contacts/index.ts'

/** Some lines of an import: those behind `from`, up to and with `to`. */
export interface Chunk {
  importId: string
  from: number
  to: number
}

const within = (tx: Tx, { importId, from, to }: Chunk): RawBuilder<unknown> =>
  sql`r.org_id = ${tx.orgId} and r.import_id = ${importId} and r.row > ${from} and r.row <= ${to}`

/** The people of a chunk on their way in; values of fields that are gone by now are left out. */
export function incoming(tx: Tx, chunk: Chunk, kind: 'new' | 'update', goneKeys: string[]): Incoming {
  const draft =
    goneKeys.length === 0
      ? sql`r.draft`
      : sql`case when r.draft ? 'custom' then jsonb_set(r.draft, '{custom}', (r.draft->'custom') - ${goneKeys}::text[]) else r.draft end`
  return sql`select r.row, r.contact_id as id, ${draft} as draft from import_row r where ${within(tx, chunk)} and r.kind = ${kind}`
}

/** Where the chunk behind a line ends; undefined where nothing is left. */
export async function chunkEnd(
  tx: Tx,
  importId: string,
  from: number,
  most: number,
): Promise<{ to: number; rows: number } | undefined> {
  const found = await sql<{ to: number | null; rows: number }>`
    select max(row) as to, count(*)::int as rows from (
      select row from import_row where org_id = ${tx.orgId} and import_id = ${importId} and row > ${from} order by row limit ${most}) r`.execute(
    tx.db,
  )
  const [end] = found.rows
  return end && end.to !== null ? { to: end.to, rows: end.rows } : undefined
}

/** A row with what it gives besides facts. */
export interface GivingRow {
  row: number
  id: string
  kind: 'new' | 'update' | 'unchanged'
  /** The number of which it is said that its owner agreed; null where there is none, or it is opted out. */
  agreed: string | null
  groups: string[] | null
}

/** The rows of a chunk that say who somebody is. */
export async function rowsOfChunk(tx: Tx, chunk: Chunk): Promise<GivingRow[]> {
  const found = await sql<GivingRow>`
    select r.row, r.contact_id as id, r.kind, case when not r.opted_out then coalesce(r.phone, r.draft->>'phone') end as agreed,
      nullif(r.groups, '[]') as groups
    from import_row r where ${within(tx, chunk)} and r.kind in ('new', 'update', 'unchanged') order by r.row`.execute(
    tx.db,
  )
  return found.rows
}

/** The people a chunk added, by the ids they were given. */
export async function addedIds(tx: Tx, chunk: Chunk): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select r.contact_id as id from import_row r where ${within(tx, chunk)} and r.kind = 'new' order by r.contact_id`.execute(
    tx.db,
  )
  return found.rows.map((one) => one.id)
}
