import type { Locale } from '@crewline/contract/accounts'
import { HOLDERS, type Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { fail } from '../../../kernel/failure.ts'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** A member as their membership stands now. */
export interface RosterMember {
  personId: string
  memberId: string
  firstname: string
  lastname: string
  role: Role
  scope: 'all' | 'groups'
  locale: Locale
}

/** The active member who is this person, if there is one who may read contacts. */
export async function findMember(db: Db, personId: string): Promise<RosterMember | undefined> {
  const found = await sql<RosterMember>`
    select p.id as "personId", b.id as "memberId", p.firstname, p.lastname, b.role, b.scope, p.locale
    from member b join person p on p.id = b.person_id
    where b.status = 'active' and b.role = any(${[...HOLDERS['contacts.read']]}::text[]) and b.person_id = ${personId}`.execute(
    db,
  )
  return found.rows[0]
}

/** The person who acts; refuses where the product itself does. */
export function personOf({ actor }: Pick<Scope, 'actor'>): string {
  return actor.kind === 'member' ? actor.personId : fail('not_permitted')
}
