import type { CustomValue } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** A contact with the values of merge fields; a number without a name has empty names. */
export interface ContactToMerge {
  id: string
  firstname: string
  lastname: string
  jobTitle: string
  location: string
  language: string
  custom: Record<string, CustomValue>
}

const columns = sql`id, case when source = 'inbound' and firstname = 'Unknown' then '' else firstname end as firstname,
  case when source = 'inbound' and firstname = 'Unknown' then '' else lastname end as lastname,
  job_title as "jobTitle", location, language, custom`

/** Returns the merge values of these contacts, in no particular order. */
export async function contactsToMerge(db: Db, ids: string[]): Promise<ContactToMerge[]> {
  const result = await sql<ContactToMerge>`
    select ${columns} from contact where id = any(${ids}::uuid[])`.execute(db)
  return result.rows
}

/** Returns the name of a user for merge fields; empty without a user. */
export async function nameOfUser(
  db: Db,
  userId: string | null,
): Promise<Row<'user_account', 'firstname' | 'lastname'>> {
  if (userId === null) return { firstname: '', lastname: '' }
  const result = await sql<Row<'user_account', 'firstname' | 'lastname'>>`
    select firstname, lastname from user_account where id = ${userId}`.execute(db)
  return result.rows[0] ?? { firstname: '', lastname: '' }
}

/** A line that broadcasts may be sent from. */
export interface SendingLine {
  id: string
  phone: string
  isActive: boolean
  textsPerSecond: number
}

/** Returns the lines in use, the preferred one for new conversations first, without the sample line. */
export async function sendingLines(db: Db): Promise<SendingLine[]> {
  const result = await sql<SendingLine>`
    select id, phone, state = 'active' as "isActive", texts_per_second as "textsPerSecond" from line
    where state <> 'released' and carrier <> 'sample' order by (state = 'active') desc, is_default desc, id`.execute(db)
  return result.rows
}

/** Returns the line of each of these conversations, by contact. */
export async function linesOfConversations(db: Db, contactIds: string[]): Promise<Map<string, string>> {
  const result = await sql<{ contact_id: string; line_id: string }>`
    select contact_id, line_id from conversation where contact_id = any(${contactIds}::uuid[]) and line_id is not null`.execute(
    db,
  )
  return new Map(result.rows.map((row) => [row.contact_id, row.line_id]))
}

/** Returns the verified mobile number of a user, or null. */
export async function verifiedPhone(db: Db, userId: string): Promise<string | null> {
  const result = await sql<Row<'user_account', 'phone'>>`
    select phone from user_account where id = ${userId} and phone_verified_at is not null`.execute(db)
  return result.rows[0]?.phone ?? null
}
