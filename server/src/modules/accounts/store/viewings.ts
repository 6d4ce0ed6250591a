import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A view of the product as a teammate. */
export interface NewViewing {
  orgId: string
  id: string
  tokenHash: Buffer
  viewerId: string
  sessionId: string
  userId: string
  memberId: string
  now: Date
  expiresAt: Date
}

/** Adds a viewing. */
export async function addViewing(db: Db, viewing: NewViewing): Promise<void> {
  await sql`
    insert into viewing (org_id, id, token_hash, viewer_id, session_id, user_id, member_id, started_at, expires_at)
    values (${viewing.orgId}, ${viewing.id}, ${viewing.tokenHash}, ${viewing.viewerId}, ${viewing.sessionId}, ${viewing.userId},
            ${viewing.memberId}, ${viewing.now}, ${viewing.expiresAt})`.execute(db)
}

/** A viewing that has not been recorded as ended. */
export interface OpenViewing {
  orgId: string
  id: string
  viewerId: string
  sessionId: string
  userId: string
  memberId: string
  expiresAt: Date
}

/** Returns the viewing of a token that has not ended. */
export async function viewingByToken(system: Db, hash: Buffer, now: Date): Promise<OpenViewing | undefined> {
  const result = await sql<OpenViewing>`
    select ${COLUMNS} from viewing where token_hash = ${hash} and ended_at is null and expires_at > ${now}`.execute(
    system,
  )
  return result.rows[0]
}

/** Returns up to 500 viewings that have not been recorded as ended, those that end first before others. */
export async function openViewings(system: Db): Promise<OpenViewing[]> {
  const result = await sql<OpenViewing>`
    select ${COLUMNS} from viewing where ended_at is null order by expires_at limit 500`.execute(system)
  return result.rows
}

/** Returns the open viewings that a user started in an organization. */
export async function viewingsOfViewer(system: Db, orgId: string, viewerId: string): Promise<OpenViewing[]> {
  const result = await sql<OpenViewing>`
    select ${COLUMNS} from viewing where org_id = ${orgId} and viewer_id = ${viewerId} and ended_at is null`.execute(
    system,
  )
  return result.rows
}

const COLUMNS = sql`org_id as "orgId", id, viewer_id as "viewerId", session_id as "sessionId", user_id as "userId",
  member_id as "memberId", expires_at as "expiresAt"`

/** Records the end of a viewing; returns false when it was recorded before. */
export async function endViewingOnce(db: Db, id: string, at: Date): Promise<boolean> {
  const ended = await sql`
    update viewing set ended_at = least(expires_at, ${at}) where id = ${id} and ended_at is null returning id`.execute(
    db,
  )
  return ended.rows.length > 0
}
