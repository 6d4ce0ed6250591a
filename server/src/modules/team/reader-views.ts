import type { Locale } from '@crewline/contract/accounts'
import { ROLES } from '@crewline/contract/holders'
import type { Permission } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { memberHolds } from '../../kernel/db/holders.ts'
import type { Db } from '../../kernel/db/pool.ts'

/** Returns the address, language and name of some teammates, by user. */
export async function readersOf(
  db: Db,
  userIds: string[],
): Promise<Map<string, { email: string; locale: Locale; name: string }>> {
  const result = await sql<{ id: string; email: string; locale: Locale; name: string }>`
    select id, email, locale, btrim(firstname || ' ' || lastname) as name from user_account
    where id = any(${userIds}::uuid[])`.execute(db)
  return new Map(result.rows.map(({ id, ...reader }) => [id, reader]))
}

/** Someone who gets an email. */
export interface MailReader {
  email: string
  locale: Locale
}

/**
 * Returns up to ten active members with a permission who get an email, those with the highest role first; with `seesEveryone`
 * only those who are not limited to some groups.
 */
export async function readersWith(
  db: Db,
  permission: Permission,
  { seesEveryone = false }: { seesEveryone?: boolean } = {},
): Promise<MailReader[]> {
  const result = await sql<MailReader>`
    select p.email, p.locale from member m join user_account p on p.id = m.user_id
    where m.status = 'active' and ${memberHolds(permission, 'm')}
      and (not ${seesEveryone}::boolean or m.scope = 'all' or m.role in ('owner', 'admin'))
    order by array_position(${ROLES}::text[], m.role), p.id limit 10`.execute(db)
  return result.rows
}

/** Returns up to ten owners who get an email. */
export async function ownersToMail(db: Db): Promise<MailReader[]> {
  const result = await sql<MailReader>`
    select p.email, p.locale from member m join user_account p on p.id = m.user_id
    where m.status = 'active' and m.role = 'owner' order by p.id limit 10`.execute(db)
  return result.rows
}

/** Returns the language of a teammate. */
export async function languageOf(db: Db, userId: string): Promise<Locale> {
  const result = await sql<{ locale: Locale }>`select locale from user_account where id = ${userId}`.execute(db)
  return result.rows[0]?.locale ?? 'en'
}

/** Returns active members with a permission, with their languages. */
export async function membersWith(db: Db, permission: Permission): Promise<{ userId: string; locale: Locale }[]> {
  const result = await sql<{ userId: string; locale: Locale }>`
    select p.id as "userId", p.locale from member m join user_account p on p.id = m.user_id
    where m.status = 'active' and ${memberHolds(permission, 'm')} order by p.id`.execute(db)
  return result.rows
}
