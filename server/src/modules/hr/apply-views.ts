import { sql, type RawBuilder } from 'kysely'
import type { AppliedRow } from './store/rows.ts'

/** The rows as a query that the bulk writes of contacts read. */
export function incomingOf(rows: AppliedRow[]): RawBuilder<unknown> {
  return sql`select * from unnest(${rows.map((row) => row.row)}::int[], ${rows.map((row) => row.contactId)}::uuid[],
    ${rows.map(({ draft }) => JSON.stringify(draft))}::jsonb[]) rows("row", id, draft)`
}
