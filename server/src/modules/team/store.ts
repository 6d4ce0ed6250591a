import type { Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** Makes a person an active member. */
export async function addMember(
  system: Db,
  one: { id: string; orgId: string; personId: string; role: Role; now: Date },
): Promise<void> {
  await sql`
    insert into member (org_id, id, person_id, role, created_at)
    values (${one.orgId}, ${one.id}, ${one.personId}, ${one.role}, ${one.now})`.execute(system)
}
