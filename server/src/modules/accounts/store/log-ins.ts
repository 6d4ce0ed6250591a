import type { SsoRefusal } from '@crewline/contract/list-log-ins'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** How a user proves who they are. */
export type LogInMethod = 'password' | 'code' | 'link' | 'sso' | 'invitation'

/** A log-in, or an attempt that was refused. */
export interface NewLogIn {
  orgId: string
  id: string
  userId: string
  at: Date
  method: LogInMethod
  refused: 'password' | 'code' | SsoRefusal | null
  device: string
  network: string
}

/** Adds a log-in to the history of its user in one organization. */
export async function addLogIn(db: Db, logIn: NewLogIn): Promise<void> {
  await sql`
    insert into log_in (org_id, id, user_id, at, method, refused, device, network)
    values (${logIn.orgId}, ${logIn.id}, ${logIn.userId}, ${logIn.at}, ${logIn.method}, ${logIn.refused}, ${logIn.device},
            ${logIn.network})`.execute(db)
}

/** Deletes log-ins of an organization. */
export async function deleteLogIns(db: Db, orgId: string, ids: string[]): Promise<void> {
  await sql`delete from log_in where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
}
