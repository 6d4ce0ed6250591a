import type { Locale } from '@crewline/contract/accounts'
import { sql } from 'kysely'
import { memberHolds } from '../../kernel/db/holders.ts'
import type { Db } from '../../kernel/db/pool.ts'

/** Returns the members who manage integrations, with their addresses and languages. */
export async function managersOf(db: Db, orgId: string): Promise<{ email: string; locale: Locale }[]> {
  const result = await sql<{ email: string; locale: Locale }>`
    select p.email, p.locale from member m join user_account p on p.id = m.user_id
    where m.org_id = ${orgId} and m.status = 'active' and ${memberHolds('organization.manage', 'm')}
    order by p.id`.execute(db)
  return result.rows
}
