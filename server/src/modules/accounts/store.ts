import { SESSION_ABSOLUTE_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** A person with what log-in needs. */
export interface Person {
  id: string
  email: string
  firstname: string
  lastname: string
  passwordHash: string | null
  muteNotifications: boolean
  deactivatedAt: Date | null
}

const columns = sql`id, email, firstname, lastname, password_hash as "passwordHash", mute_notifications as "muteNotifications",
  deactivated_at as "deactivatedAt"`

/** The person with this e-mail, whatever its case. */
export async function personByEmail(system: Db, email: string): Promise<Person | undefined> {
  const found = await sql<Person>`select ${columns} from person where lower(email) = lower(${email})`.execute(system)
  return found.rows[0]
}

/** The person with this id. */
export async function personById(system: Db, id: string): Promise<Person | undefined> {
  const found = await sql<Person>`select ${columns} from person where id = ${id}`.execute(system)
  return found.rows[0]
}

/** Adds a person who can log in with a password. */
export async function addPerson(
  system: Db,
  person: { id: string; email: string; firstname: string; lastname: string; passwordHash: string; now: Date },
): Promise<void> {
  await sql`insert into person (id, email, firstname, lastname, password_hash, created_at)
    values (${person.id}, ${person.email}, ${person.firstname}, ${person.lastname}, ${person.passwordHash}, ${person.now})`.execute(
    system,
  )
}

/** Opens a session that ends after 30 days at the latest. */
export async function addSession(
  system: Db,
  session: { id: string; tokenHash: Buffer; personId: string; organizationId: string; now: Date },
): Promise<void> {
  const expiresAt = new Date(session.now.getTime() + SESSION_ABSOLUTE_MS)
  await sql`insert into session (id, token_hash, person_id, organization_id, kind, created_at, last_seen_at, expires_at)
    values (${session.id}, ${session.tokenHash}, ${session.personId}, ${session.organizationId}, 'full', ${session.now}, ${session.now}, ${expiresAt})`.execute(
    system,
  )
}

/** Ends a session; its token opens nothing any more. */
export async function revokeSession(system: Db, id: string, now: Date): Promise<void> {
  await sql`update session set revoked_at = ${now} where id = ${id} and revoked_at is null`.execute(system)
}

/** Notes that a session was used. */
export async function noteUse(system: Db, id: string, now: Date): Promise<void> {
  await sql`update session set last_seen_at = ${now} where id = ${id}`.execute(system)
}
