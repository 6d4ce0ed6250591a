import type { CustomValue } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { sortIdOf } from '../../conversations/index.ts'

/** The contact fields available to merge fields. */
export interface Names {
  firstname: string
  lastname: string
  jobTitle: string
  location: string
  /** The contact's language. */
  language: string
  /** Values of custom fields by key. */
  custom: Record<string, CustomValue>
}

/**
 * Returns the merge field values of a contact; a number without a name has empty names. Returns undefined when the
 * actor cannot see the contact.
 */
export async function namesOf(db: Db, contactId: string): Promise<Names | undefined> {
  const result = await sql<Names>`
    select case when s.stranger then '' else firstname end as firstname, case when s.stranger then '' else lastname end as lastname,
      job_title as "jobTitle", location, language, custom
    from contact, lateral (select source = 'inbound' and firstname = 'Unknown' as stranger) s where id = ${contactId}`.execute(
    db,
  )
  return result.rows[0]
}

/** Returns whether the contact sent a message since a moment. */
export async function wroteSince(db: Db, contactId: string, since: Date): Promise<boolean> {
  const result = await sql`
    select from message where contact_id = ${contactId} and direction = 'in' and kind = 'text'
      and ${sortIdOf('message')} >= uuid_floor(${since}) and id >= uuid_floor(${since}) limit 1`.execute(db)
  return result.rows.length > 0
}

/**
 * Returns whether a teammate of this member messaged the contact after the given message. False when that message is
 * not in the contact's conversation.
 */
export async function answeredSince(
  db: Db,
  { contactId, senderId, seenId }: { contactId: string; senderId: string; seenId: string },
): Promise<boolean> {
  const result = await sql`
    select from message where contact_id = ${contactId} and direction = 'out' and kind = 'text'
      and ${sortIdOf('message')} > (select ${sortIdOf('s')} from message s where s.id = ${seenId}::uuid and s.contact_id = ${contactId})
      and sender_id is not null and sender_id <> ${senderId} and state not in ('scheduled', 'cancelled') limit 1`.execute(
    db,
  )
  return result.rows.length > 0
}
