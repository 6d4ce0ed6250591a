import type { Locale } from '@crewline/contract/accounts'
import { ROLES } from '@crewline/contract/holders'
import type { MemberRole } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { memberHolds } from '../../kernel/db/holders.ts'
import type { Db } from '../../kernel/db/pool.ts'

const MOST = 10

/** A member who can pay. */
export interface BillingContact {
  userId: string
  firstname: string
  lastname: string
  email: string
  locale: Locale
  role: MemberRole
}

/** Returns up to ten active members who can pay, the most powerful role first, then by name. */
export async function listBillingContacts(db: Db): Promise<BillingContact[]> {
  const result = await sql<BillingContact>`
    select p.id as "userId", p.firstname, p.lastname, p.email, p.locale, m.role from member m join user_account p on p.id = m.user_id
    where m.status = 'active' and ${memberHolds('billing.manage', 'm')}
    order by array_position(${ROLES}::text[], m.role), p.firstname, p.lastname, p.id limit ${MOST}`.execute(db)
  return result.rows
}
