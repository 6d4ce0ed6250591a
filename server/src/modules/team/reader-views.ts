import type { Locale } from '@crewline/contract/accounts'
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
