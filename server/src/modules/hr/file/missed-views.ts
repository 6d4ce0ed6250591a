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

/** When the last complete files arrived after a moment, newest first; at most two. */
export async function readyFilesSince(db: Db, orgId: string, since: Date): Promise<Date[]> {
  const result = await sql<{ at: Date }>`
    select created_at as at from hr_file where org_id = ${orgId} and state = 'ready' and created_at > ${since}
    order by created_at desc limit 2`.execute(db)
  return result.rows.map(({ at }) => at)
}

/** The members who manage the connection, with their addresses and languages. */
export async function managersOf(db: Db, orgId: string): Promise<{ email: string; locale: Locale }[]> {
  const result = await sql<{ email: string; locale: Locale }>`
    select p.email, p.locale from member m join user_account p on p.id = m.user_id
    where m.org_id = ${orgId} and m.status = 'active'
      and ${memberHolds('organization.manage', 'm')} order by p.id`.execute(db)
  return result.rows
}
