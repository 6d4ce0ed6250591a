import type { LogIn } from '@crewline/contract/list-log-ins'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** A log-in as it is stored. */
export type StoredLogIn = Omit<LogIn, 'at'> & { at: Date }

/** Lists the log-ins of a user to an organization, newest first, after a position. */
export async function logInsOf(
  db: Db,
  userId: string,
  { after, most }: { after: { at: Date; id: string } | undefined; most: number },
): Promise<StoredLogIn[]> {
  const found = await sql<StoredLogIn>`
    select id, at, method, refused, device, network from log_in
    where org_id = (select current_setting('app.org')::uuid) and user_id = ${userId}
      ${after ? sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by at desc, id desc limit ${most}`.execute(db)
  return found.rows
}

/** Returns the user of a member or a former one. */
export async function userOfMember(db: Db, memberId: string): Promise<string | undefined> {
  const found = await sql<{ userId: string }>`
    select user_id as "userId" from member where id = ${memberId} and status in ('active', 'deactivated')`.execute(db)
  return found.rows[0]?.userId
}

/** Selects the log-ins before a moment. No legal hold covers them: holds are about contacts. */
export function oldLogIns(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`select l.id, l.at, false as held from log_in l where l.org_id = ${orgId} and l.at < ${before}`
}
