import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Deletes the changes of every organization before a moment. */
export async function deleteChanges(system: Db, before: Date): Promise<void> {
  await sql`delete from audience_change where at < ${before}`.execute(system)
}

/**
 * Takes the ids of these contacts out of the changes: a change without ids counts as one of many contacts. Needs a
 * database handle across organizations.
 */
export async function forgetChangesOf(system: Db, orgId: string, contactIds: string[]): Promise<void> {
  await sql`
    update audience_change set contact_ids = null
    where org_id = ${orgId} and contact_ids && ${contactIds}::uuid[]`.execute(system)
}
