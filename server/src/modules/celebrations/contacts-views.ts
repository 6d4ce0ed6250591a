import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** Returns the members of these groups whom the handle may see, whether or not it sees the groups. */
export async function membersOf(db: Db, groupIds: string[]): Promise<string[]> {
  if (groupIds.length === 0) return []
  const found = await sql<{ id: string }>`
    select c.id from contacts_of_groups(${groupIds}::uuid[]) g(contact_id) join contact c on c.id = g.contact_id`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

/** Returns the time zones of the contacts of the organization, whether or not the handle may see them. */
export async function zonesOfContacts(db: Db): Promise<string[]> {
  const found = await sql<{ zone: string }>`select contact_zones() as zone`.execute(db)
  return found.rows.map(({ zone }) => zone)
}
