import type { Locale } from '@crewline/contract/accounts'
import type { Teammate } from '@crewline/contract/conversations'
import type { MemberRole } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { memberHolds } from '../../../kernel/db/holders.ts'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

const READERS = sql`b.status = 'active' and ${memberHolds('inbox.read')}`

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
  role: MemberRole
  /** The permissions of a custom role; null for a built-in one. */
  permissions: readonly string[] | null
  scope: 'all' | 'groups'
  locale: Locale
}

/**
 * Locks the membership of a user with inbox access against changes until the transaction ends, so that a member who is
 * removed at the same time is assigned nothing. Take this lock before those of conversations, as a removal does.
 */
export async function lockMember(tx: Tx, userId: string): Promise<boolean> {
  const result = await sql`
    select from member b where b.org_id = ${tx.orgId} and ${READERS} and b.user_id = ${userId} for share`.execute(tx.db)
  return result.rows.length > 0
}

/** Finds the member for a user if they have inbox access. */
export async function findMember(db: Db, userId: string): Promise<InboxMember | undefined> {
  const result = await sql<InboxMember>`
    select p.id as "userId", p.firstname, p.lastname, p.locale, b.id as "memberId", b.role, b.permissions, b.scope
    from member b join user_account p on p.id = b.user_id where ${READERS} and b.user_id = ${userId}`.execute(db)
  return result.rows[0]
}
