import type { Locale } from '@crewline/contract/accounts'
import type { Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** The member an import acts for. */
export interface ImportingMember {
  memberId: string
  role: Role
  scope: 'all' | 'groups'
  firstname: string
  lastname: string
  locale: Locale
}

/** Returns the active member for a user with the current role; undefined when there is none. */
export async function actorOfMember(db: Db, userId: string): Promise<ImportingMember | undefined> {
  const result = await sql<ImportingMember>`
    select m.id as "memberId", m.role, m.scope, p.firstname, p.lastname, p.locale from member m join user_account p on p.id = m.user_id
    where m.user_id = ${userId} and m.status = 'active'`.execute(db)
  return result.rows[0]
}

/** Returns the ids of the groups that a member with a group scope sees, by name. */
export async function listVisibleGroupIds(visibleDb: Db): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from contact_group where archived_at is null and type <> 'system' order by lower(name), id`.execute(
    visibleDb,
  )
  return result.rows.map((group) => group.id)
}
