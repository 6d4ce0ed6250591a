import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Makes the partition of the month that holds this moment, unless it is there. */
export async function makePartition(system: Db, moment: Date): Promise<void> {
  await sql`select message_partition(${moment})`.execute(system)
}

/** Forgets clients' keys older than a moment. */
export async function forgetKeys(system: Db, before: Date): Promise<void> {
  await sql`delete from message_key where at < ${before}`.execute(system)
}
