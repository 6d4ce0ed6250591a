import type { Locale } from '@crewline/contract/accounts'
import type { Headcount, Industry } from '@crewline/contract/sign-up'
import { REGISTRATION_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** What a founder says about the organization. */
export interface Founding {
  name: string
  industry: Industry
  headcount: Headcount
  timezone: string
  country: string
}

/** An account that was begun. */
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

/** Keeps an account that was begun. */
export async function addRegistration(
  system: Db,
  one: Omit<Registration, 'phone' | 'organization' | 'verifiedAt'> & { now: Date },
): Promise<void> {
  await sql`
    insert into registration (id, token_hash, email, firstname, lastname, password_hash, locale, created_at, expires_at)
    values (${one.id}, ${one.tokenHash}, ${one.email}, ${one.firstname}, ${one.lastname}, ${one.passwordHash}, ${one.locale},
            ${one.now}, ${new Date(one.now.getTime() + REGISTRATION_MS)})`.execute(system)
}

/** A begun account by its id, while it may still be confirmed. */
export async function registrationById(system: Db, id: string): Promise<Registration | undefined> {
  const found = await sql<Registration>`select ${columns} from registration where id = ${id}`.execute(system)
  return found.rows[0]
}

/** The begun account an unverified token stands for. */
export async function registrationByToken(system: Db, tokenHash: Buffer, now: Date): Promise<Registration | undefined> {
  const found = await sql<Registration>`
    select ${columns} from registration where token_hash = ${tokenHash} and expires_at > ${now}`.execute(system)
  return found.rows[0]
}

/** The newest account begun with an e-mail and not confirmed. */
export async function registrationByEmail(system: Db, email: string, now: Date): Promise<Registration | undefined> {
  const found = await sql<Registration>`
    select ${columns} from registration
    where lower(email) = ${email.toLowerCase()} and verified_at is null and expires_at > ${now} order by created_at desc limit 1`.execute(
    system,
  )
  return found.rows[0]
}

/** Gives a begun account another token. */
export async function renewToken(system: Db, id: string, tokenHash: Buffer): Promise<void> {
  await sql`update registration set token_hash = ${tokenHash} where id = ${id}`.execute(system)
}

/** The newest link to confirm is the only one. */
export async function setVerifyLink(system: Db, id: string, hash: Buffer, expiresAt: Date): Promise<void> {
  await sql`update registration set verify_hash = ${hash}, verify_expires_at = ${expiresAt} where id = ${id} and verified_at is null`.execute(
    system,
  )
}

/** Confirms a begun account by its link; answers it exactly once. */
export async function takeRegistration(system: Db, verifyHash: Buffer, now: Date): Promise<Registration | undefined> {
  const taken = await sql<Registration>`
    update registration set verified_at = ${now}
    where verify_hash = ${verifyHash} and verified_at is null and verify_expires_at > ${now} returning ${columns}`.execute(
    system,
  )
  return taken.rows[0]
}

/** Takes another account begun with the same e-mail, by its own token, in place of the one whose link was opened. */
export async function takeOwnRegistration(
  system: Db,
  opened: Registration,
  tokenHash: Buffer,
  now: Date,
): Promise<Registration | undefined> {
  const taken = await sql<Registration>`
    update registration set verified_at = ${now}
    where token_hash = ${tokenHash} and lower(email) = ${opened.email.toLowerCase()} and verified_at is null and expires_at > ${now}
    returning ${columns}`.execute(system)
  return taken.rows[0]
}

/** Keeps what a founder says, once; answers the account, or undefined when it was said before. */
export async function describeRegistration(
  system: Db,
  id: string,
  said: { firstname: string | null; lastname: string | null; phone: string | null; organization: Founding },
): Promise<Registration | undefined> {
  const changed = await sql<Registration>`
    update registration set firstname = coalesce(${said.firstname}, firstname), lastname = coalesce(${said.lastname}, lastname),
      phone = ${said.phone}, organization = ${JSON.stringify(said.organization)}::jsonb
    where id = ${id} and organization is null and verified_at is null returning ${columns}`.execute(system)
  return changed.rows[0]
}
