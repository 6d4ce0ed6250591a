import type { Notifications } from '@crewline/contract/events'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { previewOf, unreadMessages } from '../messages/index.ts'

/** Most contacts named in one answer. */
const NAMED = 50
/** Counted up to here; the badge says 99+ anyway. */
const COUNTED = 100

interface Row {
  id: string
  firstname: string
  lastname: string
  count: number
  reason: Notifications['items'][number]['status']
  last_message_id: string
  last_preview: string
  last_at: Date
  heard_id: string | null
  heard_body: string | null
  heard_files: { kind: string; name: string }[] | null
  heard_at: Date | null
}

/** What is unread are words of the worker: an answer that went out by itself after them is not what is new. */
const heardLast = sql`left join lateral (
  select m.id, m.body, m.media, m.at from message m
  where v.last_direction = 'out' and m.org_id = u.org_id and m.contact_id = u.contact_id and m.id >= u.since_id and m.direction = 'in'
  order by m.id desc limit 1) h on true`

/** Who has messages that a person has not read, latest first, each with its last words; `sortUnread` comes before it. */
export async function unreadOf(db: Db, personId: string): Promise<Omit<Notifications, 'siblings'>> {
  const found = await sql<Row>`
    select c.id, c.firstname, c.lastname, ${unreadMessages} as count, u.reason, v.last_message_id, v.last_preview, v.last_at,
      h.id as heard_id, h.body as heard_body, h.media as heard_files, h.at as heard_at
    from unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
      join contact c on c.org_id = u.org_id and c.id = u.contact_id ${heardLast}
    where u.person_id = ${personId} and v.last_message_id is not null order by u.last_at desc, u.contact_id desc limit ${COUNTED}`.execute(
    db,
  )
  const items = found.rows.slice(0, NAMED).map((row) => ({
    contact: { id: row.id, firstname: row.firstname, lastname: row.lastname },
    messageCount: row.count,
    lastMessage: {
      id: row.heard_id ?? row.last_message_id,
      preview: row.heard_body === null ? row.last_preview : previewOf(row.heard_body, row.heard_files),
      at: (row.heard_at ?? row.last_at).toISOString(),
    },
    status: row.reason,
  }))
  return { items, total: found.rows.length }
}

/** How many contacts have messages that a person has not read. */
export async function unreadCount(db: Db, personId: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from unread where person_id = ${personId}`.execute(
    db,
  )
  return found.rows[0]?.n ?? 0
}

/** The names in what a member is told, with the words of the note. */
export async function concernNames(
  db: Db,
  { contactId, byId, messageId }: { contactId: string; byId: string; messageId?: string },
): Promise<{ contact: string; by: string; words: string | null } | undefined> {
  const found = await sql<{ contact: string; by: string; words: string | null }>`
    select trim(c.firstname || ' ' || c.lastname) as contact, trim(p.firstname || ' ' || p.lastname) as by,
      (select m.body from message m where m.id = ${messageId ?? null}::uuid) as words
    from contact c, person p where c.id = ${contactId} and p.id = ${byId}`.execute(db)
  return found.rows[0]
}

/** The languages of these people. */
export async function localesOf(db: Db, personIds: string[]): Promise<{ id: string; locale: string }[]> {
  const found = await sql<{ id: string; locale: string }>`
    select id, locale from person where id = any(${personIds}::uuid[])`.execute(db)
  return found.rows
}
