import type { Locale } from '@crewline/contract/accounts'
import type { Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** A member as an import acts for them. */
export interface ImportingMember {
  memberId: string
  role: Role
  scope: 'all' | 'groups'
  firstname: string
  lastname: string
  locale: Locale
}

/** The active member who is this person, as their membership stands now. */
export async function factsOfMember(db: Db, personId: string): Promise<ImportingMember | undefined> {
  const found = await sql<ImportingMember>`
    select m.id as "memberId", m.role, m.scope, p.firstname, p.lastname, p.locale from member m join person p on p.id = m.person_id
    where m.person_id = ${personId} and m.status = 'active'`.execute(db)
  return found.rows[0]
}

/** The groups a member of some groups sees, by name. */
export async function groupsSeenBy(seen: Db): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from contact_group where archived_at is null and type <> 'system' order by lower(name), id`.execute(seen)
  return found.rows.map((group) => group.id)
}
