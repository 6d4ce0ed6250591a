import type { ContactSummary } from '@crewline/contract/contacts'
import type { Message } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { summariesOf } from '../contacts/index.ts'
import { readMessages } from '../messages/index.ts'

/** A search in one organization, between two ids. */
export interface MessageFilter {
  orgId: string
  /** A PostgreSQL text search query of letters and digits only. */
  query: string
  contactId: string | null
  senderId: string | null
  direction: string | null
  hasMedia: boolean | null
  /** A member limited to some groups. */
  memberId: string | null
  above: string
  below: string
}

/** Scans the newest messages. Returns the matches, the number scanned, and the oldest of them. */
export async function newest(
  system: Db,
  filter: MessageFilter,
  walk: number,
): Promise<{ hits: string[]; count: number; last: string | undefined }> {
  const { orgId, query, contactId, senderId, direction, hasMedia, memberId } = filter
  const ofContact = contactId === null ? sql`` : sql`and s.contact_id = ${contactId}`
  const result = await sql<{ hits: string[] | null; count: number; last: string | null }>`
    select array_agg(t.id order by t.id desc) filter (where t.words @@ ${query}::tsquery
        and (${senderId}::uuid is null or t.sender_id = ${senderId}::uuid) and (${direction}::text is null or t.direction = ${direction}::text)
        and (${hasMedia}::boolean is null or t.has_media = ${hasMedia}::boolean)
        and (${memberId}::uuid is null or exists (
          select from group_member g join member_group v on v.org_id = g.org_id and v.group_id = g.group_id
          where g.org_id = ${orgId} and g.contact_id = t.contact_id and v.member_id = ${memberId}::uuid))) as hits,
      count(*)::int as count, (array_agg(t.id order by t.id desc))[count(*)] as last
    from (select s.id, s.words, s.sender_id, s.direction, s.has_media, s.contact_id from message_search s
      where s.org_id = ${orgId} ${ofContact} and s.id < ${filter.below} and s.id >= ${filter.above} order by s.id desc limit ${walk}) t`.execute(
    system,
  )
  const row = result.rows[0]
  return { hits: row?.hits ?? [], count: row?.count ?? 0, last: row?.last ?? undefined }
}

/** Returns matching ids by the word index, newest first, month by month. */
export async function inMonths(
  system: Db,
  filter: MessageFilter,
  { floors, most }: { floors: string[]; most: number },
): Promise<string[]> {
  if (floors.length === 0) return []
  const result = await sql<{ id: string }>`
    select id from message_search_months(${filter.orgId}::uuid, ${filter.query}::tsquery, ${filter.below}::uuid, ${floors}::uuid[], ${most}::int,
      ${filter.contactId}::uuid, ${filter.senderId}::uuid, ${filter.direction}::text, ${filter.hasMedia}::boolean, ${filter.memberId}::uuid) id`.execute(
    system,
  )
  return result.rows.map((row) => row.id)
}

/** Returns the oldest and the newest indexed message of an organization. */
export async function edgesOf(system: Db, orgId: string): Promise<{ oldest: string; newest: string } | undefined> {
  const result = await sql<{ oldest: string | null; newest: string | null }>`
    select (select id from message_search where org_id = ${orgId} order by id limit 1) as oldest,
      (select id from message_search where org_id = ${orgId} order by id desc limit 1) as newest`.execute(system)
  const { oldest, newest } = result.rows[0] ?? {}
  return oldest && newest ? { oldest, newest } : undefined
}

/**
 * Returns these messages with their contacts, newest first, as far as the handle can see them. Each message is looked
 * up by key in its own month: for a list of ids the planner scans every month without the key.
 */
export async function read(
  db: Db,
  { orgId, country, ids }: { orgId: string; country: string; ids: string[] },
): Promise<{ message: Message; contact: ContactSummary }[]> {
  if (ids.length === 0) return []
  const messages = await readMessages(db, {
    from: sql`unnest(${ids}::uuid[]) t(id)
      cross join lateral (select * from message n where n.org_id = ${orgId} and n.id = t.id limit 1) m`,
    rest: sql`order by m.id desc`,
  })
  const contacts = await summariesOf(db, country, [...new Set(messages.map((message) => message.contactId))])
  const contactById = new Map(contacts.map((contact) => [contact.id, contact]))
  return messages.flatMap((message) => {
    const contact = contactById.get(message.contactId)
    return contact ? [{ message, contact }] : []
  })
}

/** A message with all its searchable text. */
export interface Written {
  id: string
  contact_id: string
  sender_id: string | null
  direction: string
  has_media: boolean
  kind: string
  body: string
  translation: string | null
  transcript: string | null
}

/** Returns these messages with all their searchable text. Needs a database handle across organizations. */
export async function writtenOf(system: Db, orgId: string, ids: string[]): Promise<Written[]> {
  const result = await sql<Written>`
    select m.id, contact_id, sender_id, direction, kind, body, coalesce(jsonb_array_length(media), 0) > 0 as has_media,
      translation->>'text' as translation, voicemail->>'transcript' as transcript
    from unnest(${ids}::uuid[]) asked(id)
      -- By key, and in its order, one by one: of a month that just began the planner knows nothing, and would read all of it.
      cross join lateral (
        select * from message where org_id = ${orgId} and id between asked.id and asked.id order by id limit 1) m`.execute(
    system,
  )
  return result.rows
}

/** Returns all organizations, and whether each has no indexed message yet. */
export async function organizations(system: Db): Promise<{ id: string; isNew: boolean }[]> {
  const result = await sql<{ id: string; isNew: boolean }>`
    select o.id, not exists (select from message_search s where s.org_id = o.id) as "isNew" from organization o order by o.id`.execute(
    system,
  )
  return result.rows
}

/**
 * Returns the next messages of an organization after an id, in key order, and whether they are missing in the index.
 */
export async function windowOf(
  system: Db,
  { orgId, after, size }: { orgId: string; after: string; size: number },
): Promise<{ id: string; isMissing: boolean }[]> {
  const result = await sql<{ id: string; isMissing: boolean }>`
    select m.id, m.has_words and not exists (select from message_search s where s.org_id = ${orgId} and s.id = m.id) as "isMissing"
    from (select id, kind <> 'event' and (body <> '' or translation is not null or voicemail is not null) as has_words
      from message where org_id = ${orgId} and id > ${after} order by id limit ${size}) m order by m.id`.execute(system)
  return result.rows
}
