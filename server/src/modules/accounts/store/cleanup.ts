import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

const DAY_MS = 24 * 3_600_000
/** How long ended sessions are kept for the list of log-ins, in ms. */
const SESSION_RETENTION_MS = 90 * DAY_MS

/** Deletes expired records, some a day after they expired, and sessions 90 days after they ended. */
export async function deleteExpired(system: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  await sql`delete from one_time_secret where expires_at < ${yesterday}`.execute(system)
  await sql`delete from phone_code where expires_at < ${yesterday}`.execute(system)
  await sql`delete from registration where expires_at < ${now}`.execute(system)
  await sql`delete from trusted_device where expires_at < ${now}`.execute(system)
  await sql`delete from login_failure where updated_at < ${yesterday}`.execute(system)
  await sql`delete from session where coalesce(revoked_at, expires_at) < ${new Date(now.getTime() - SESSION_RETENTION_MS)}`.execute(
    system,
  )
}
