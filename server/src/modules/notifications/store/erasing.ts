import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Forgets what members were told about these workers, and what waits to be pushed to them. Needs a handle across organizations. */
export async function forgetUpdatesAbout(system: Db, orgId: string, contactIds: string[]): Promise<void> {
  const links = contactIds.map((id) => `%${id}%`)
  await sql`delete from member_update where org_id = ${orgId} and link like any(${links}::text[])`.execute(system)
  await sql`
    delete from push_message where org_id = ${orgId} and contact_id = any(${contactIds}::uuid[])`.execute(system)
}
