import { sql } from 'kysely'
import type { Db } from '../../src/kernel/db/pool.ts'

/** Tables that change over time regardless of requests. */
const BY_THE_CLOCK = [
  'line_lease',
  'usage_month',
  'figure_contact',
  'figure_day',
  'figure_month',
  'figure_change',
  'figure_range',
  'figure_failure',
  'figure_today',
  'figure_today_change',
  'contact_count',
]

let tables: Promise<string[]> | undefined

/**
 * Fingerprints each table's rows of one organization, in one statement: equal fingerprints mean that nothing changed in
 * between.
 */
export async function everythingOf(system: Db, orgId: string): Promise<Record<string, string | null>> {
  tables ??= tablesOfOrganizations(system)
  const prints = (await tables).map(
    (name) => sql`select ${name}::text as name, md5(string_agg(x::text, '|' order by x::text)) as print
      from ${sql.table(name)} x where org_id = ${orgId}`,
  )
  const result = await sql<{ name: string; print: string | null }>`${sql.join(prints, sql` union all `)}`.execute(
    system,
  )
  return Object.fromEntries(result.rows.map((row) => [row.name, row.print]))
}

async function tablesOfOrganizations(system: Db): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${BY_THE_CLOCK}) order by 1`.execute(system)
  return result.rows.map((row) => row.name)
}
