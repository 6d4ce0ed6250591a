import { sql } from 'kysely'
import type { Upkeep } from '../upkeep.ts'

/** Forgets that these workers are always or never in a group; answers of whom that was said. */
export async function forgetPins({ db, orgId }: Upkeep, groupId: string, contactIds: string[]): Promise<string[]> {
  const gone = await sql<{ id: string }>`
    delete from group_pin where org_id = ${orgId} and group_id = ${groupId} and contact_id = any(${contactIds}::uuid[])
    returning contact_id as id`.execute(db)
  return gone.rows.map((row) => row.id)
}
