import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Returns the time zones of contacts that differ from that of the organization. */
export async function contactZones(db: Db): Promise<string[]> {
  const result = await sql<{ timezone: string }>`
    select distinct timezone from contact where timezone is not null and archived_at is null`.execute(db)
  return result.rows.map((row) => row.timezone)
}
