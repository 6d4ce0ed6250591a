import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** The index entry of a message. */
export interface Indexed {
  id: string
  contactId: string
  senderId: string | null
  direction: string
  hasMedia: boolean
  words: string[]
}

/** Writes the index entries of messages and replaces existing ones. Needs a database handle across organizations. */
export async function indexMessages(system: Db, orgId: string, rows: Indexed[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into message_search (org_id, id, contact_id, sender_id, direction, has_media, words)
    select ${orgId}::uuid, t.id, t.contact_id, t.sender_id, t.direction, t.has_media, array_to_tsvector(string_to_array(t.words, ' '))
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.contactId)}::uuid[], ${rows.map((row) => row.senderId)}::uuid[],
      ${rows.map((row) => row.direction)}::text[], ${rows.map((row) => row.hasMedia)}::boolean[], ${rows.map((row) => row.words.join(' '))}::text[])
      t(id, contact_id, sender_id, direction, has_media, words)
    on conflict (org_id, id) do update set words = excluded.words, has_media = excluded.has_media, contact_id = excluded.contact_id
      where (message_search.words, message_search.has_media, message_search.contact_id)
        is distinct from (excluded.words, excluded.has_media, excluded.contact_id)`.execute(system)
}

/** Deletes the index entries of messages that are gone or have no words. */
export async function deleteFromIndex(system: Db, orgId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from message_search where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(system)
}

/** Creates the partition of a month. */
export async function makeMonth(system: Db, moment: Date): Promise<void> {
  await sql`select create_message_search_partition(${moment})`.execute(system)
}

/** Deletes the index entries of all messages with these contacts. */
export async function dropMembers(system: Db, orgId: string, contactIds: string[]): Promise<void> {
  await sql`delete from message_search where org_id = ${orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    system,
  )
}
