import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Creates the partition of the month of this moment if it does not exist. */
export async function makePartition(system: Db, moment: Date): Promise<void> {
  await sql`select create_message_partition(${moment})`.execute(system)
}

/** Deletes clients' keys older than a moment. */
export async function deleteOldKeys(system: Db, before: Date): Promise<void> {
  await sql`delete from message_key where at < ${before}`.execute(system)
}
