import type { Locale } from '@crewline/contract/accounts'
import type { Teammate } from '@crewline/contract/conversations'
import { ROLES_BY_PERMISSION, type Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

const READERS = sql`b.status = 'active' and b.role = any(${[...ROLES_BY_PERMISSION['inbox.read']]}::text[])`

/** Lists the members with inbox access by name. */
export async function membersOfInbox(db: Db): Promise<Teammate[]> {
  const result = await sql<Teammate>`
    select p.id as "userId", p.firstname, p.lastname from member b join user_account p on p.id = b.user_id
    where ${READERS} order by lower(p.firstname), lower(p.lastname), p.id`.execute(db)
  return result.rows
}

/** A member with inbox access and their current membership. */
export interface InboxMember extends Teammate {
  memberId: string
  role: Role
  scope: 'all' | 'groups'
  locale: Locale
}

/** Finds the member for a user if they have inbox access. */
export async function findMember(db: Db, userId: string): Promise<InboxMember | undefined> {
  const result = await sql<InboxMember>`
    select p.id as "userId", p.firstname, p.lastname, p.locale, b.id as "memberId", b.role, b.scope
    from member b join user_account p on p.id = b.user_id where ${READERS} and b.user_id = ${userId}`.execute(db)
  return result.rows[0]
}
