import type { Locale } from '@crewline/contract/accounts'
import type { Teammate } from '@crewline/contract/inbox'
import { HOLDERS, type Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

const READERS = sql`b.status = 'active' and b.role = any(${[...HOLDERS['inbox.read']]}::text[])`

/** The members who read the inbox, by name. */
export async function membersOfInbox(db: Db): Promise<Teammate[]> {
  const found = await sql<Teammate>`
    select p.id as "userId", p.firstname, p.lastname from member b join person p on p.id = b.person_id
    where ${READERS} order by lower(p.firstname), lower(p.lastname), p.id`.execute(db)
  return found.rows
}

/** One of them, as their membership stands now. */
export interface InboxMember extends Teammate {
  memberId: string
  role: Role
  scope: 'all' | 'groups'
  locale: Locale
}

/** The member who is this person, if they read the inbox. */
export async function findMember(db: Db, personId: string): Promise<InboxMember | undefined> {
  const found = await sql<InboxMember>`
    select p.id as "userId", p.firstname, p.lastname, p.locale, b.id as "memberId", b.role, b.scope
    from member b join person p on p.id = b.person_id where ${READERS} and b.person_id = ${personId}`.execute(db)
  return found.rows[0]
}
