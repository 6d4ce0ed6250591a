import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, SESSIONS_MAX, SWITCH_GRACE_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { holdPerson } from './people.ts'

/** A session about to open. */
export interface NewSession {
  id: string
  tokenHash: Buffer
  personId: string
  organizationId: string
  now: Date
  /** The network it comes from, without its last part. */
  address?: string
  userAgent?: string
  /** When the person last proved who they are. */
  provedAt?: Date | null
  /** The session that a switch leaves behind for this one. */
  beforeId?: string | undefined
}

/** Opens a session that ends after 30 days at the latest; answers the ids of sessions that ended because there were too many. */
export async function addSession(system: Db, one: NewSession): Promise<string[]> {
  const expiresAt = new Date(one.now.getTime() + SESSION_ABSOLUTE_MS)
  await sql`
    insert into session (id, token_hash, person_id, organization_id, kind, created_at, last_seen_at, expires_at, address, user_agent, proved_at, before_id, sign_in_id)
    values (${one.id}, ${one.tokenHash}, ${one.personId}, ${one.organizationId}, 'full', ${one.now}, ${one.now}, ${expiresAt},
            ${one.address ?? ''}, ${one.userAgent ?? ''}, ${one.provedAt ?? null}, ${one.beforeId ?? null},
            coalesce((select coalesce(sign_in_id, id) from session where id = ${one.beforeId ?? null}::uuid), ${one.id}::uuid))`.execute(
    system,
  )
  const ended = await sql<{ id: string }>`
    update session set revoked_at = ${one.now}, revoked_reason = 'too_many' where id in (
      select id from session
      where person_id = ${one.personId} and revoked_at is null and replaced_at is null and expires_at > ${one.now}
      order by last_seen_at desc, id desc offset ${SESSIONS_MAX}) returning id`.execute(system)
  return ended.rows.map((row) => row.id)
}

/** Which sessions of a person to end. */
export interface Ending {
  personId: string
  /** Only this one, with those it left behind in switches. */
  id?: string
  /** All but this one. */
  except?: string
  reason: string
  now: Date
}

/** Ends sessions in the transaction given and answers their ids; one that is just opening is ended or refused. */
export async function revokeSessions(db: Db, { personId, id, except, reason, now }: Ending): Promise<string[]> {
  await holdPerson(db, personId)
  const ended = await sql<{ id: string }>`
    update session set revoked_at = ${now}, revoked_reason = ${reason}
    where person_id = ${personId} and revoked_at is null
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid or (replaced_at is not null
        and coalesce(sign_in_id, id) = (select coalesce(sign_in_id, id) from session where id = ${id ?? null}::uuid)))
      and (${except ?? null}::uuid is null or id <> ${except ?? null}::uuid) returning id`.execute(db)
  return ended.rows.map((row) => row.id)
}

/** An answer not used for this long never arrived, in ms. */
const ANSWER_LOST_MS = 5_000

/**
 * Leaves a session behind in a switch; false when it was left before. Where the answer with the new token never arrived,
 * so that nobody used it, the session may be left once more, and the unused successor ends.
 */
export async function replaceSession(system: Db, id: string, now: Date): Promise<boolean> {
  const lost = new Date(now.getTime() - ANSWER_LOST_MS)
  const left = await sql`
    with unused as (
      update session n set revoked_at = ${now}, revoked_reason = 'unused', before_id = null
      from session s
      where s.id = ${id} and s.replaced_at < ${lost} and s.revoked_at is null and n.before_id = s.id and n.revoked_at is null
      returning n.id)
    update session set replaced_at = ${now}
    where id = ${id} and revoked_at is null and (replaced_at is null or exists (select from unused)) returning id`.execute(
    system,
  )
  return left.rows.length > 0
}

/** The first use of a session that followed another: the one left behind lives a minute longer, so that other tabs finish there. */
export async function beginGrace(system: Db, id: string, beforeId: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + SWITCH_GRACE_MS)
  await sql`
    with used as (update session set before_id = null where id = ${id} and before_id is not null returning id)
    update session set expires_at = least(expires_at, ${until}) where id = ${beforeId} and exists (select from used)`.execute(
    system,
  )
}

/** The sign-in a session belongs to: the same one however often the organization was switched since. */
export async function signInOf(system: Db, sessionId: string): Promise<string> {
  const found = await sql<{ id: string }>`
    select coalesce(sign_in_id, id) as id from session where id = ${sessionId}`.execute(system)
  return found.rows[0]?.id ?? sessionId
}

/** Whether nobody ended a session; one left behind in a switch counts too. */
export async function isStanding(db: Db, id: string): Promise<boolean> {
  return (await sql`select from session where id = ${id} and revoked_at is null`.execute(db)).rows.length > 0
}

/** Notes that a session was used. */
export async function noteUse(system: Db, id: string, now: Date): Promise<void> {
  await sql`update session set last_seen_at = ${now} where id = ${id}`.execute(system)
}

/** Notes that the person of a session proved who they are. */
export async function noteProof(system: Db, id: string, now: Date): Promise<void> {
  await sql`update session set proved_at = ${now} where id = ${id}`.execute(system)
}

/** When the person of a session last proved who they are. */
export async function provedAt(system: Db, id: string): Promise<Date | null> {
  const found = await sql<{ at: Date | null }>`select proved_at as at from session where id = ${id}`.execute(system)
  return found.rows[0]?.at ?? null
}

/** A session as its owner sees it. */
export interface OpenSession {
  id: string
  userAgent: string
  address: string
  organizationName: string
  createdAt: Date
  lastSeenAt: Date
}

/** The sessions a person has open, the latest use first; one left behind by a switch is not among them. */
export async function openSessions(system: Db, personId: string, now: Date): Promise<OpenSession[]> {
  const found = await sql<OpenSession>`
    select s.id, s.user_agent as "userAgent", s.address, o.name as "organizationName", s.created_at as "createdAt",
           s.last_seen_at as "lastSeenAt"
    from session s join organization o on o.id = s.organization_id
    where s.person_id = ${personId} and s.revoked_at is null and s.replaced_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${new Date(now.getTime() - SESSION_IDLE_MS)}
    order by s.last_seen_at desc, s.id desc limit ${SESSIONS_MAX}`.execute(system)
  return found.rows
}

/** Whether a person signed in before, and whether from this program and network. */
export async function knownPlace(
  system: Db,
  place: { personId: string; address: string; userAgent: string; except: string },
): Promise<{ before: boolean; here: boolean }> {
  const found = await sql<{ before: boolean; here: boolean }>`
    select count(*) > 0 as before,
           coalesce(bool_or(address = ${place.address} and user_agent = ${place.userAgent}), false) as here
    from session where person_id = ${place.personId} and id <> ${place.except}`.execute(system)
  return found.rows[0] ?? { before: false, here: false }
}
