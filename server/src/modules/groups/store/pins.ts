import { sql } from 'kysely'
import type { Upkeep } from '../upkeep.ts'

/** Deletes the pins of these contacts in a group; returns the contacts that had one. */
export async function deletePins({ db, orgId }: Upkeep, groupId: string, contactIds: string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    delete from group_pin where org_id = ${orgId} and group_id = ${groupId} and contact_id = any(${contactIds}::uuid[])
    returning contact_id as id`.execute(db)
  return result.rows.map((row) => row.id)
}
