import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** Rows per statement. */
const CHUNK = 1000

export type Cell = string | number | boolean | null | Buffer
export type Row = Record<string, Cell>

/** Writes rows in statements of 1,000; `columns` maps each column to its PostgreSQL type. Times are ISO 8601. */
export async function insertRows(db: Db, table: string, columns: Record<string, string>, rows: Row[]): Promise<void> {
  const names = Object.keys(columns)
  const listed = sql.join(names.map((name) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += CHUNK) {
    const slice = rows.slice(from, from + CHUNK)
    const arrays = sql.join(
      names.map((name) => sql`${slice.map((row) => row[name] ?? null)}::${sql.raw(`${columns[name]}[]`)}`),
    )
    await sql`insert into ${sql.table(table)} (${listed}) select * from unnest(${arrays})`.execute(db)
  }
}

/** Formats a time for the database. */
export function instant(atMs: number): string {
  return new Date(atMs).toISOString()
}

/** Formats a time that may be null. */
export function maybeInstant(atMs: number | null): string | null {
  return atMs === null ? null : instant(atMs)
}

/** Returns a table reference by name: the demo writes the history directly, bypassing the modules. */
export function tableNamed(name: string) {
  return sql.table(name)
}
