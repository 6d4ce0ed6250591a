import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/**
 * Deletes the updates and the waiting push messages about these contacts. Needs a database handle across organizations.
 */
export async function deleteUpdatesAbout(system: Db, orgId: string, contactIds: string[]): Promise<void> {
  const links = contactIds.map((id) => `%${id}%`)
  await sql`delete from member_update where org_id = ${orgId} and link like any(${links}::text[])`.execute(system)
  await sql`
    delete from push_message where org_id = ${orgId} and contact_id = any(${contactIds}::uuid[])`.execute(system)
}
