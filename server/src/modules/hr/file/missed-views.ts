import type { Locale } from '@crewline/contract/accounts'
import { sql } from 'kysely'
import { memberHolds } from '../../../kernel/db/holders.ts'
import type { Db } from '../../../kernel/db/pool.ts'

/** The organizations that follow files and expect them at times. */
export async function organizationsThatExpectFiles(system: Db): Promise<string[]> {
  const result = await sql<{ orgId: string }>`
    select org_id as "orgId" from hr_connection
    where source = 'file' and state = 'connected' and jsonb_typeof(settings->'expectsFile') = 'object'
    order by org_id`.execute(system)
  return result.rows.map((row) => row.orgId)
}

/** Whether a complete file arrived after a moment. */
export async function readyFileSince(db: Db, orgId: string, since: Date): Promise<boolean> {
  const result = await sql`
    select from hr_file where org_id = ${orgId} and state = 'ready' and created_at > ${since} limit 1`.execute(db)
  return result.rows.length > 0
}

/** The members who manage the connection, with their addresses and languages. */
export async function managersOf(db: Db, orgId: string): Promise<{ email: string; locale: Locale }[]> {
  const result = await sql<{ email: string; locale: Locale }>`
    select p.email, p.locale from member m join user_account p on p.id = m.user_id
    where m.org_id = ${orgId} and m.status = 'active'
      and ${memberHolds('organization.manage', 'm')} order by p.id`.execute(db)
  return result.rows
}
