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
