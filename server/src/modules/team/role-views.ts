import type { CustomRole } from '@crewline/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'

/** Lists the custom roles of the organization by name, with how many have each. */
export async function listRoles(db: Db): Promise<CustomRole[]> {
  const result = await sql<CustomRole>`
    select r.id, r.name, r.permissions,
      (select count(*)::int from member m where m.org_id = r.org_id and m.role_id = r.id and m.status = 'active') as members,
      (select count(*)::int from invitation i where i.org_id = r.org_id and i.role_id = r.id and i.accepted_at is null) as invitations
    from custom_role r order by lower(r.name), r.id`.execute(db)
  return result.rows
}

/** Returns one custom role. Fails with `not_found` when the handle cannot see it. */
export async function roleById(db: Db, id: string): Promise<CustomRole> {
  return (await listRoles(db)).find((role) => role.id === id.toLowerCase()) ?? fail('not_found')
}
