import type { Locale, MfaMethod } from '@crewline/contract/accounts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A user with the data for log-in and settings. */
export interface UserAccount {
  id: string
  email: string
  pendingEmail: string | null
  firstname: string
  lastname: string
  passwordHash: string | null
  phone: string | null
  phoneVerifiedAt: Date | null
  locale: Locale
  timezone: string | null
  colorScheme: 'light' | 'dark' | 'auto'
  muteNotifications: boolean
  pinnedApps: string[]
  mfaMethod: MfaMethod
  /** Encrypted. */
  mfaSecret: string | null
  mfaSecretOffered: string | null
  codeFailures: number
  noticesOffAt: Date | null
  deactivatedAt: Date | null
}

const columns = sql`id, email, pending_email as "pendingEmail", firstname, lastname, password_hash as "passwordHash", phone,
  phone_verified_at as "phoneVerifiedAt", locale, timezone, color_scheme as "colorScheme",
  mute_notifications as "muteNotifications", pinned_apps as "pinnedApps", mfa_method as "mfaMethod",
  mfa_secret as "mfaSecret", mfa_secret_offered as "mfaSecretOffered", code_failures as "codeFailures",
  notices_off_at as "noticesOffAt", deactivated_at as "deactivatedAt"`

/**
 * Returns the user with this email, case-insensitively. Lowercases the email here, as the try counter does: the
 * database lowercases more letters (İ to i), and each spelling would get its own tries.
 */
export async function userByEmail(system: Db, email: string): Promise<UserAccount | undefined> {
  const result =
    await sql<UserAccount>`select ${columns} from user_account where lower(email) = ${email.toLowerCase()}`.execute(
      system,
    )
  return result.rows[0]
}

/** Returns the user with this id. */
export async function userById(system: Db, id: string): Promise<UserAccount | undefined> {
  const result = await sql<UserAccount>`select ${columns} from user_account where id = ${id}`.execute(system)
  return result.rows[0]
}

/** Locks a user until the transaction ends, so that changes to sessions, passwords and addresses run one at a time. */
export async function lockUser(db: Db, id: string): Promise<void> {
  await sql`select from user_account where id = ${id} for no key update`.execute(db)
}

/**
 * Locks a user. Returns false when the password or second step changed since `person` was read, or the user was
 * disabled.
 */
export async function lockUserIfUnchanged(db: Db, account: UserAccount): Promise<boolean> {
  const result = await sql`
    select from user_account where id = ${account.id} and password_hash is not distinct from ${account.passwordHash}
      and mfa_method = ${account.mfaMethod} and deactivated_at is null for no key update`.execute(db)
  return result.rows.length > 0
}

export interface NewUser {
  id: string
  email: string
  firstname: string
  lastname: string
  /** Null for a user who only logs in through single sign-on. */
  passwordHash: string | null
  now: Date
  phone?: string | null
  locale?: Locale
}

/** Adds a user. Returns false when the email is already taken. */
export async function addUser(system: Db, user: NewUser): Promise<boolean> {
  const added = await sql`
    insert into user_account (id, email, firstname, lastname, password_hash, phone, locale, created_at)
    values (${user.id}, ${user.email}, ${user.firstname}, ${user.lastname}, ${user.passwordHash}, ${user.phone ?? null},
            ${user.locale ?? 'en'}, ${user.now})
    on conflict do nothing returning id`.execute(system)
  return added.rows.length > 0
}

/**
 * Adds the user as whom an API key acts. It has no password, its address belongs to no one (RFC 2606), and it counts as
 * deactivated, so that no way of signing in leads to it.
 */
export async function addApiKeyUser(
  system: Db,
  user: { id: string; name: string; now: Date; kind?: 'API key' | 'SCIM' },
): Promise<void> {
  await sql`
    insert into user_account (id, email, firstname, lastname, deactivated_at, created_at)
    values (${user.id}, ${`api-key-${user.id}@crewline.invalid`}, ${user.kind ?? 'API key'}, ${user.name}, ${user.now}, ${user.now})`.execute(
    system,
  )
}

/** The user fields that may change, by column name. */
export interface UserChange {
  firstname?: string
  lastname?: string
  email?: string
  pending_email?: string | null
  password_hash?: string
  phone?: string | null
  phone_verified_at?: Date | null
  locale?: string
  timezone?: string | null
  color_scheme?: string
  mute_notifications?: boolean
  pinned_apps?: string[]
  mfa_method?: MfaMethod
  mfa_secret?: string | null
  mfa_secret_offered?: string | null
  code_failures?: number
  notices_off_at?: Date | null
}

/** The names and the email of a user. */
export interface ManagedUser {
  firstname: string
  lastname: string
  email: string
}

/**
 * Changes the name of a user whom one organization manages: they belong to no other one in their own right. Their email follows only while they
 * have no password. An email that another user has stays theirs. Returns the values before and after, and the language;
 * undefined when nothing changed.
 */
export async function changeManagedUser(
  system: Db,
  { userId, orgId }: { userId: string; orgId: string },
  { firstname, lastname, email }: ManagedUser,
): Promise<{ before: ManagedUser; after: ManagedUser; locale: Locale } | undefined> {
  const changed = await sql<
    ManagedUser & { firstnameBefore: string; lastnameBefore: string; emailBefore: string; locale: Locale }
  >`
    update user_account set firstname = ${firstname}, lastname = ${lastname},
      email = case when password_hash is null and lower(email) <> ${email}
          and not exists (select from user_account o where lower(o.email) = ${email} and o.id <> ${userId})
        then ${email} else email end
    where id = ${userId} and deactivated_at is null
      and not exists (select from member m where m.user_id = ${userId} and m.org_id <> ${orgId} and m.status = 'active'
        and m.via_parent_id is distinct from ${orgId})
    returning new.firstname, new.lastname, new.email, old.firstname as "firstnameBefore", old.lastname as "lastnameBefore",
      old.email as "emailBefore", locale`.execute(system)
  const [row] = changed.rows
  if (!row) return undefined
  const { firstnameBefore, lastnameBefore, emailBefore, locale, ...after } = row
  const before = { firstname: firstnameBefore, lastname: lastnameBefore, email: emailBefore }
  const isSame =
    before.firstname === after.firstname && before.lastname === after.lastname && before.email === after.email
  return isSame ? undefined : { before, after, locale }
}

/** Updates the given fields of a user. */
export async function changeUser(system: Db, id: string, change: UserChange): Promise<void> {
  const parts = Object.entries(change).filter(([, value]) => value !== undefined)
  if (parts.length === 0) return
  const set = sql.join(parts.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
  await sql`update user_account set ${set} where id = ${id}`.execute(system)
}

/** Counts a wrong code, or resets the count after a correct one. */
export async function noteCode(system: Db, userId: string, isCorrect: boolean): Promise<void> {
  await sql`update user_account set code_failures = case when ${isCorrect} then 0 else code_failures + 1 end where id = ${userId}`.execute(
    system,
  )
}

/** Uses up a time step of the authenticator app. Returns false when this or a later step was used before. */
export async function spendStep(system: Db, userId: string, step: number): Promise<boolean> {
  const used =
    await sql`update user_account set mfa_last_step = ${step} where id = ${userId} and mfa_last_step < ${step} returning id`.execute(
      system,
    )
  return used.rows.length > 0
}
