import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import { sortIdOf } from '../../conversations/index.ts'

/** Returns the ids and numbers of a contact and of every contact merged into it, the contact itself first. */
export async function allOfContact(db: Db, id: string): Promise<{ contactIds: string[]; phones: string[] }> {
  const result = await sql<Row<'contact', 'id' | 'phone'>>`
    select id, phone from contact where id = ${id} or merged_into = ${id} order by id = ${id} desc, id`.execute(db)
  return { contactIds: result.rows.map((row) => row.id), phones: result.rows.flatMap((row) => row.phone ?? []) }
}

/** A message in a personal data export; times are ISO 8601. */
export interface StoredMessage {
  id: string
  position: string
  at: string
  direction: 'in' | 'out' | 'internal'
  kind: string
  from: string
  to: string
  by: string | null
  state: string
  body: string
  translation: string | null
  files: string[]
  voicemail: string | null
  event: string | null
}

/** Counts the stored messages, up to `most`. */
export async function countStoredMessages(db: Db, ids: string[], most: number): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (select from message where contact_id = any(${ids}::uuid[]) limit ${most}) m`.execute(
    db,
  )
  return result.rows[0]?.n ?? 0
}

/** Returns a page of the messages of a thread in both directions, with internal notes, oldest first. */
export async function listStoredMessages(
  db: Db,
  contactId: string,
  { after, most }: { after: string; most: number },
): Promise<StoredMessage[]> {
  const result = await sql<Omit<StoredMessage, 'at'> & { at: Date }>`
    select m.id, ${sortIdOf('m')} as position, coalesce(m.went_at, m.at) as at, m.direction, m.kind, m.phone_from as "from", m.phone_to as "to",
      trim(p.firstname || ' ' || p.lastname) as by, m.state, m.body, m.translation ->> 'text' as translation,
      array(select f ->> 'name' from jsonb_array_elements(coalesce(m.media, '[]')) f) as files,
      m.voicemail ->> 'transcript' as voicemail, m.event ->> 'what' as event
    from message m left join user_account p on p.id = m.sender_id
    where m.contact_id = ${contactId} and ${sortIdOf('m')} > ${after}::uuid order by ${sortIdOf('m')} limit ${most}`.execute(
    db,
  )
  return result.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Returns the rows of a section of the export as JSON; times are as PostgreSQL writes them. */
export async function rowsOfSection(db: Db, query: RawBuilder<unknown>): Promise<object[]> {
  const result = await sql<{ row: object }>`select to_jsonb(q) as row from (${query}) q`.execute(db)
  return result.rows.map(({ row }) => row)
}
