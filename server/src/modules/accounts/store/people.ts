import type { Locale, MfaMethod } from '@crewline/contract/accounts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A person with what log-in and settings need. */
export interface Person {
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
  /** Sealed. */
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
 * The person with this e-mail, whatever its case. The case is folded here, as it is where tries are counted: the database
 * folds more letters (İ is its i), and each spelling would have tries of its own.
 */
export async function personByEmail(system: Db, email: string): Promise<Person | undefined> {
  const found = await sql<Person>`select ${columns} from person where lower(email) = ${email.toLowerCase()}`.execute(
    system,
  )
  return found.rows[0]
}

/** The person with this id. */
export async function personById(system: Db, id: string): Promise<Person | undefined> {
  const found = await sql<Person>`select ${columns} from person where id = ${id}`.execute(system)
  return found.rows[0]
}

/** Holds a person until the transaction ends: sessions open and end, passwords and addresses change, one after the other. */
export async function holdPerson(db: Db, id: string): Promise<void> {
  await sql`select from person where id = ${id} for no key update`.execute(db)
}

/** Holds a person; false when the password or the second step changed since they were read, or they were disabled. */
export async function holdAsRead(db: Db, person: Person): Promise<boolean> {
  const found = await sql`
    select from person where id = ${person.id} and password_hash is not distinct from ${person.passwordHash}
      and mfa_method = ${person.mfaMethod} and deactivated_at is null for no key update`.execute(db)
  return found.rows.length > 0
}

/** What a new person starts with. */
export interface NewPerson {
  id: string
  email: string
  firstname: string
  lastname: string
  passwordHash: string
  now: Date
  phone?: string | null
  locale?: Locale
}

/** Adds a person who can log in with a password; false when the e-mail belongs to somebody already. */
export async function addPerson(system: Db, one: NewPerson): Promise<boolean> {
  const added = await sql`
    insert into person (id, email, firstname, lastname, password_hash, phone, locale, created_at)
    values (${one.id}, ${one.email}, ${one.firstname}, ${one.lastname}, ${one.passwordHash}, ${one.phone ?? null},
            ${one.locale ?? 'en'}, ${one.now})
    on conflict do nothing returning id`.execute(system)
  return added.rows.length > 0
}

/** The parts of a person that may change, by their column. */
export interface PersonChange {
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

/** Changes a person; parts left out stay. */
export async function changePerson(system: Db, id: string, change: PersonChange): Promise<void> {
  const parts = Object.entries(change).filter(([, value]) => value !== undefined)
  if (parts.length === 0) return
  const set = sql.join(parts.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
  await sql`update person set ${set} where id = ${id}`.execute(system)
}

/** Counts a wrong code, or forgets the wrong ones after a right one. */
export async function noteCode(system: Db, personId: string, right: boolean): Promise<void> {
  await sql`update person set code_failures = case when ${right} then 0 else code_failures + 1 end where id = ${personId}`.execute(
    system,
  )
}

/** Uses up a step of the app's clock; false when it, or a later one, was used before. */
export async function spendStep(system: Db, personId: string, step: number): Promise<boolean> {
  const used =
    await sql`update person set mfa_last_step = ${step} where id = ${personId} and mfa_last_step < ${step} returning id`.execute(
      system,
    )
  return used.rows.length > 0
}
