import type { Locale } from '@crewline/contract/accounts'
import { HOLDERS, type Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { fail } from '../../../kernel/failure.ts'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** A member with the current membership. */
export interface RosterMember {
  userId: string
  memberId: string
  firstname: string
  lastname: string
  role: Role
  scope: 'all' | 'groups'
  locale: Locale
}

/** Returns the active member of this user, if the member may read contacts. */
export async function findMember(db: Db, userId: string): Promise<RosterMember | undefined> {
  const result = await sql<RosterMember>`
    select p.id as "userId", b.id as "memberId", p.firstname, p.lastname, b.role, b.scope, p.locale
    from member b join user_account p on p.id = b.user_id
    where b.status = 'active' and b.role = any(${[...HOLDERS['contacts.read']]}::text[]) and b.user_id = ${userId}`.execute(
    db,
  )
  return result.rows[0]
}

/** Returns the acting user. Fails with `not_permitted` for the system actor. */
export function requireUserId({ actor }: Pick<Scope, 'actor'>): string {
  return actor.kind === 'member' ? actor.userId : fail('not_permitted')
}
