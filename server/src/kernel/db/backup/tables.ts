import type pg from 'pg'
import { LEFT_OUT } from './manifest.ts'

/** Rows fetched at once. */
const ROWS = 100

/** Both sides of a backup write and read values in the same notation, whatever the settings of the server are. */
export const NOTATION = `set datestyle to 'ISO, MDY'; set intervalstyle to 'postgres'; set timezone to 'UTC';
  set extra_float_digits to 1; set bytea_output to 'hex'; set search_path to public`

/** The name of the tables whose rows a backup contains, with the columns of a row in their order. */
export async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1::text[])
     group by 1 order by 1`,
    [LEFT_OUT],
  )
  return rows
}

/** Returns the names of the monthly partitions; the ones for everything else come with their tables. */
export async function listPartitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relispartition
       and relkind = 'r' and relname ~ '^(message|message_search)_\\d{6}$' order by 1`,
  )
  return rows.map((row) => row.name)
}

/** Yields the rows of a table as PostgreSQL's text of each row, a JSON string per line. Needs a transaction. */
export async function* readRows(client: pg.Client, table: string, count: () => void): AsyncGenerator<string> {
  await client.query(`declare backup_rows no scroll cursor for select t::text as row from public.${table} t`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS} from backup_rows`)
    if (rows.length === 0) break
    for (const _ of rows) count()
    yield rows.map(({ row }) => `${JSON.stringify(row)}\n`).join('')
  }
  await client.query('close backup_rows')
}

/** Returns the columns that a row is written with: all but the generated ones. */
export async function listWrittenColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' order by attnum`,
    [`public.${table}`],
  )
  return rows.map(({ name }) => `"${name}"`)
}

/** Adds rows to a table; values of generated columns are computed again. */
export async function writeRows(client: pg.Client, table: string, columns: string[], rows: string[]): Promise<void> {
  // Without the offset each column would read the text of its row again.
  await client.query(
    `insert into public.${table} (${columns.join(', ')}) overriding system value
     select ${columns.map((column) => `(s.r).${column}`).join(', ')}
     from (select x::public.${table} as r from unnest($1::text[]) x offset 0) s`,
    [rows],
  )
}
