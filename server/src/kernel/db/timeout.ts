import { sql } from 'kysely'
import type { Db } from './pool.ts'

/** Raises the statement timeout of this transaction to 5 minutes, enough for a large group or a long thread. */
export async function allowLong(tx: Db): Promise<void> {
  await sql`select set_config('statement_timeout', '5min', true)`.execute(tx)
}
