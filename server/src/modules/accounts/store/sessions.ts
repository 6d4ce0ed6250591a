import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, SESSIONS_MAX, SWITCH_GRACE_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import { lockUser } from './people.ts'

export interface NewSession {
  id: string
  tokenHash: Buffer
  userId: string
  organizationId: string
  now: Date
  /** The client network, without the host part. */
  address?: string
  userAgent?: string
  /** When the user last proved their identity. */
  provedAt?: Date | null
  /** The single sign-on connection through which the user logged in. */
  ssoConnectionId?: string | null
  /** The session that a switch replaces with this one. */
  beforeId?: string | undefined
}

/** Opens a session for at most 30 days. Returns the ids of sessions that the session limit ended. */
export async function addSession(system: Db, session: NewSession): Promise<string[]> {
  const expiresAt = new Date(session.now.getTime() + SESSION_ABSOLUTE_MS)
  await sql`
    insert into session (id, token_hash, user_id, organization_id, kind, created_at, last_seen_at, expires_at, address, user_agent, proved_at, sso_connection_id, before_id, sign_in_id)
    values (${session.id}, ${session.tokenHash}, ${session.userId}, ${session.organizationId}, 'full', ${session.now}, ${session.now}, ${expiresAt},
            ${session.address ?? ''}, ${session.userAgent ?? ''}, ${session.provedAt ?? null}, ${session.ssoConnectionId ?? null}, ${session.beforeId ?? null},
            coalesce((select coalesce(sign_in_id, id) from session where id = ${session.beforeId ?? null}::uuid), ${session.id}::uuid))`.execute(
    system,
  )
  const result = await sql<Row<'session', 'id'>>`
    update session set revoked_at = ${session.now}, revoked_reason = 'too_many' where id in (
      select id from session
      where user_id = ${session.userId} and revoked_at is null and replaced_at is null and expires_at > ${session.now}
      order by last_seen_at desc, id desc offset ${SESSIONS_MAX}) returning id`.execute(system)
  return result.rows.map((row) => row.id)
}

export interface Ending {
  userId: string
  /** Only this session, with those it replaced in switches. */
  id?: string
  /** All sessions except this one. */
  except?: string
  /** Only the sessions in this organization. */
  organizationId?: string
  reason: string
  now: Date
}

/**
 * Ends sessions in the given transaction and returns their ids. The user lock ensures that a session that is just
 * opening is ended or refused.
 */
export async function revokeSessions(
  db: Db,
  { userId, id, except, organizationId, reason, now }: Ending,
): Promise<string[]> {
  await lockUser(db, userId)
  const result = await sql<Row<'session', 'id'>>`
    update session set revoked_at = ${now}, revoked_reason = ${reason}
    where user_id = ${userId} and revoked_at is null
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid or (replaced_at is not null
        and coalesce(sign_in_id, id) = (select coalesce(sign_in_id, id) from session where id = ${id ?? null}::uuid)))
      and (${except ?? null}::uuid is null or id <> ${except ?? null}::uuid)
      and (${organizationId ?? null}::uuid is null or organization_id = ${organizationId ?? null}::uuid) returning id`.execute(
    db,
  )
  return result.rows.map((row) => row.id)
}

/** A switch answer that is unused for this long counts as lost, in ms. */
const ANSWER_LOST_MS = 5_000

/**
 * Replaces a session in a switch. Returns false when it was already replaced. If the answer with the new token was lost
 * and the token is unused, the session may be replaced again, and the unused successor ends.
 */
export async function replaceSession(system: Db, id: string, now: Date): Promise<boolean> {
  const lost = new Date(now.getTime() - ANSWER_LOST_MS)
  const result = await sql`
    with unused as (
      update session n set revoked_at = ${now}, revoked_reason = 'unused', before_id = null
      from session s
      where s.id = ${id} and s.replaced_at < ${lost} and s.revoked_at is null and n.before_id = s.id and n.revoked_at is null
      returning n.id)
    update session set replaced_at = ${now}
    where id = ${id} and revoked_at is null and (replaced_at is null or exists (select from unused)) returning id`.execute(
    system,
  )
  return result.rows.length > 0
}

/**
 * Starts the grace period on first use of the new session: the replaced session lives one more minute, so that other
 * tabs can finish.
 */
export async function beginGrace(system: Db, id: string, beforeId: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + SWITCH_GRACE_MS)
  await sql`
    with used as (update session set before_id = null where id = ${id} and before_id is not null returning id)
    update session set expires_at = least(expires_at, ${until}) where id = ${beforeId} and exists (select from used)`.execute(
    system,
  )
}

/** Returns the sign-in of a session, which stays the same across organization switches. */
export async function signInOf(system: Db, sessionId: string): Promise<string> {
  const result = await sql<{ id: string }>`
    select coalesce(sign_in_id, id) as id from session where id = ${sessionId}`.execute(system)
  return result.rows[0]?.id ?? sessionId
}

/** Returns whether a session has not been ended. A session replaced in a switch counts as active. */
export async function isSessionActive(db: Db, id: string): Promise<boolean> {
  return (await sql`select from session where id = ${id} and revoked_at is null`.execute(db)).rows.length > 0
}

/** Saves the time of the last use of a session. */
export async function noteUse(system: Db, id: string, now: Date): Promise<void> {
  await sql`update session set last_seen_at = ${now} where id = ${id}`.execute(system)
}

/** Saves the time of the last proof of identity in a session. */
export async function noteProof(system: Db, id: string, now: Date): Promise<void> {
  await sql`update session set proved_at = ${now} where id = ${id}`.execute(system)
}

/** Returns when the user of a session last proved their identity. */
export async function provedAt(system: Db, id: string): Promise<Date | null> {
  const result = await sql<{ at: Date | null }>`select proved_at as at from session where id = ${id}`.execute(system)
  return result.rows[0]?.at ?? null
}

export interface OpenSession {
  id: string
  userAgent: string
  address: string
  organizationName: string
  createdAt: Date
  lastSeenAt: Date
}

/** Lists the open sessions of a user by latest use, without sessions replaced in a switch. */
export async function openSessions(system: Db, userId: string, now: Date): Promise<OpenSession[]> {
  const result = await sql<OpenSession>`
    select s.id, s.user_agent as "userAgent", s.address, o.name as "organizationName", s.created_at as "createdAt",
           s.last_seen_at as "lastSeenAt"
    from session s join organization o on o.id = s.organization_id
    where s.user_id = ${userId} and s.revoked_at is null and s.replaced_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${new Date(now.getTime() - SESSION_IDLE_MS)}
    order by s.last_seen_at desc, s.id desc limit ${SESSIONS_MAX}`.execute(system)
  return result.rows
}

/** Returns whether the user signed in before, and whether from this user agent and network. */
export async function readEarlierSignIns(
  system: Db,
  client: { userId: string; address: string; userAgent: string; except: string },
): Promise<{ before: boolean; here: boolean }> {
  const result = await sql<{ before: boolean; here: boolean }>`
    select count(*) > 0 as before,
           coalesce(bool_or(address = ${client.address} and user_agent = ${client.userAgent}), false) as here
    from session where user_id = ${client.userId} and id <> ${client.except}`.execute(system)
  return result.rows[0] ?? { before: false, here: false }
}
