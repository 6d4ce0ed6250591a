import type { Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** One organization a person belongs to. */
export interface Membership {
  organizationId: string
  name: string
  parentOrganizationId: string | null
  role: Role
}

/** Where a person is an active member, parents before children, then by name; needs a handle across organizations. */
export async function membershipsOf(system: Db, personId: string): Promise<Membership[]> {
  const found = await sql<{ id: string; name: string; parent_id: string | null; role: Role }>`
    select o.id, o.name, o.parent_id, m.role from member m join organization o on o.id = m.org_id
    where m.person_id = ${personId} and m.status = 'active' and o.standing <> 'closed'
    order by (o.parent_id is not null), o.name`.execute(system)
  return found.rows.map((row) => ({
    organizationId: row.id,
    name: row.name,
    parentOrganizationId: row.parent_id,
    role: row.role,
  }))
}
