import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Deletes the changes of every organization before a moment. */
export async function deleteChanges(system: Db, before: Date): Promise<void> {
  await sql`delete from audience_change where at < ${before}`.execute(system)
}
