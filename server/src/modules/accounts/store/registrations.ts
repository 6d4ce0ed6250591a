import type { Locale } from '@crewline/contract/accounts'
import type { Headcount, Industry } from '@crewline/contract/organizations'
import { REGISTRATION_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** The founder's description of the organization. */
export interface Founding {
  name: string
  industry: Industry
  headcount: Headcount
  timezone: string
  country: string
}

/** An account that is not yet confirmed. */
export interface Registration {
  id: string
  tokenHash: Buffer
  email: string
  firstname: string
  lastname: string
  passwordHash: string
  locale: Locale
  phone: string | null
  organization: Founding | null
  verifiedAt: Date | null
}

const columns = sql`id, token_hash as "tokenHash", email, firstname, lastname, password_hash as "passwordHash", locale, phone,
  organization, verified_at as "verifiedAt"`

/** Saves a registration. */
export async function addRegistration(
  system: Db,
  registration: Omit<Registration, 'phone' | 'organization' | 'verifiedAt'> & { now: Date },
): Promise<void> {
  await sql`
    insert into registration (id, token_hash, email, firstname, lastname, password_hash, locale, created_at, expires_at)
    values (${registration.id}, ${registration.tokenHash}, ${registration.email}, ${registration.firstname}, ${registration.lastname}, ${registration.passwordHash}, ${registration.locale},
            ${registration.now}, ${new Date(registration.now.getTime() + REGISTRATION_MS)})`.execute(system)
}

/** Returns a registration by id while it can still be confirmed. */
export async function registrationById(system: Db, id: string): Promise<Registration | undefined> {
  const result = await sql<Registration>`select ${columns} from registration where id = ${id}`.execute(system)
  return result.rows[0]
}

/** Returns the registration of an unverified token. */
export async function registrationByToken(system: Db, tokenHash: Buffer, now: Date): Promise<Registration | undefined> {
  const result = await sql<Registration>`
    select ${columns} from registration
    where (token_hash = ${tokenHash} or previous_token_hash = ${tokenHash}) and expires_at > ${now}`.execute(system)
  return result.rows[0]
}

/** Returns the newest unconfirmed registration with an email. */
export async function registrationByEmail(system: Db, email: string, now: Date): Promise<Registration | undefined> {
  const result = await sql<Registration>`
    select ${columns} from registration
    where lower(email) = ${email.toLowerCase()} and verified_at is null and expires_at > ${now} order by created_at desc limit 1`.execute(
    system,
  )
  return result.rows[0]
}

/** Adds a token to a registration: it and the one before stay valid. */
export async function addToken(system: Db, id: string, tokenHash: Buffer): Promise<void> {
  await sql`
    update registration set token_hash = ${tokenHash}, previous_token_hash = token_hash where id = ${id}`.execute(
    system,
  )
}

/** Replaces the tokens of a registration, so that none in use stays valid. */
export async function replaceTokens(system: Db, id: string, tokenHash: Buffer): Promise<void> {
  await sql`
    update registration set token_hash = ${tokenHash}, previous_token_hash = null where id = ${id}`.execute(system)
}

/** Sets the confirmation link of a registration. Only the newest link is valid. */
export async function setVerifyLink(system: Db, id: string, hash: Buffer, expiresAt: Date): Promise<void> {
  await sql`update registration set verify_hash = ${hash}, verify_expires_at = ${expiresAt} where id = ${id} and verified_at is null`.execute(
    system,
  )
}

/** Confirms a registration by its link. Returns it exactly once. */
export async function takeRegistration(system: Db, verifyHash: Buffer, now: Date): Promise<Registration | undefined> {
  const result = await sql<Registration>`
    update registration set verified_at = ${now}
    where verify_hash = ${verifyHash} and verified_at is null and verify_expires_at > ${now} returning ${columns}`.execute(
    system,
  )
  return result.rows[0]
}

/**
 * Confirms the visitor's own registration, found by token and the same email, in place of the one whose link was
 * opened.
 */
export async function takeOwnRegistration(
  system: Db,
  opened: Registration,
  tokenHash: Buffer,
  now: Date,
): Promise<Registration | undefined> {
  const result = await sql<Registration>`
    update registration set verified_at = ${now}
    where (token_hash = ${tokenHash} or previous_token_hash = ${tokenHash}) and lower(email) = ${opened.email.toLowerCase()} and verified_at is null and expires_at > ${now}
    returning ${columns}`.execute(system)
  return result.rows[0]
}

/** Saves the founder's description once. Returns the registration, or undefined when it was already described. */
export async function describeRegistration(
  system: Db,
  id: string,
  description: { firstname: string | null; lastname: string | null; phone: string | null; organization: Founding },
): Promise<Registration | undefined> {
  const changed = await sql<Registration>`
    update registration set firstname = coalesce(${description.firstname}, firstname), lastname = coalesce(${description.lastname}, lastname),
      phone = ${description.phone}, organization = ${JSON.stringify(description.organization)}::jsonb
    where id = ${id} and organization is null and verified_at is null returning ${columns}`.execute(system)
  return changed.rows[0]
}
