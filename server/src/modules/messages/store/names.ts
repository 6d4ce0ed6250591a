import type { CustomValue } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { placeOf } from './place.ts'

/** What merge fields say of a contact. */
export interface Names {
  firstname: string
  lastname: string
  jobTitle: string
  location: string
  /** The language they read. */
  language: string
  /** Values of custom fields by key. */
  custom: Record<string, CustomValue>
}

/** The names of a contact for merge fields; a number nobody has named yet has none. Undefined where the actor sees nobody. */
export async function namesOf(db: Db, contactId: string): Promise<Names | undefined> {
  const found = await sql<Names>`
    select case when s.stranger then '' else firstname end as firstname, case when s.stranger then '' else lastname end as lastname,
      job_title as "jobTitle", location, language, custom
    from contact, lateral (select source = 'inbound' and firstname = 'Unknown' as stranger) s where id = ${contactId}`.execute(
    db,
  )
  return found.rows[0]
}

/** Whether this contact wrote since a moment. */
export async function wroteSince(db: Db, contactId: string, since: Date): Promise<boolean> {
  const found = await sql`
    select from message where contact_id = ${contactId} and direction = 'in' and kind = 'text'
      and ${placeOf('message')} >= uuid_floor(${since}) and id >= uuid_floor(${since}) limit 1`.execute(db)
  return found.rows.length > 0
}

/** Whether a teammate of this member texted the contact after a message of their conversation; not after any other. */
export async function answeredSince(
  db: Db,
  { contactId, senderId, seenId }: { contactId: string; senderId: string; seenId: string },
): Promise<boolean> {
  const found = await sql`
    select from message where contact_id = ${contactId} and direction = 'out' and kind = 'text'
      and ${placeOf('message')} > (select ${placeOf('s')} from message s where s.id = ${seenId}::uuid and s.contact_id = ${contactId})
      and sender_id is not null and sender_id <> ${senderId} and state not in ('scheduled', 'cancelled') limit 1`.execute(
    db,
  )
  return found.rows.length > 0
}
