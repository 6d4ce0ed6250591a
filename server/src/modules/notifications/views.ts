import type { Notifications } from '@crewline/contract/events'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { previewOf, unreadMessages } from '../conversations/index.ts'

/** The most contacts listed in one answer. */
const NAMED = 50
/** Counts stop here; the badge shows 99+ anyway. */
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
  inbound_id: string | null
  inbound_body: string | null
  inbound_files: { kind: string; name: string }[] | null
  inbound_at: Date | null
}

/** The last inbound message: an automatic answer sent after it is not news. */
const lastInbound = sql`left join lateral (
  select m.id, m.body, m.media, m.at from message m
  where v.last_direction = 'out' and m.org_id = u.org_id and m.contact_id = u.contact_id and m.id >= u.since_id and m.direction = 'in'
  order by m.id desc limit 1) h on true`

/**
 * Returns the contacts with messages the user has not read, latest first, each with its last message. Call `unreadOrder.sort`
 * first.
 */
export async function unreadOf(db: Db, userId: string): Promise<Omit<Notifications, 'siblings'>> {
  const result = await sql<Row>`
    select c.id, c.firstname, c.lastname, ${unreadMessages} as count, u.reason, v.last_message_id, v.last_preview, v.last_at,
      h.id as inbound_id, h.body as inbound_body, h.media as inbound_files, h.at as inbound_at
    from unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
      join contact c on c.org_id = u.org_id and c.id = u.contact_id ${lastInbound}
    where u.user_id = ${userId} and v.last_message_id is not null order by u.last_at desc, u.contact_id desc limit ${COUNTED}`.execute(
    db,
  )
  const items = result.rows.slice(0, NAMED).map((row) => ({
    contact: { id: row.id, firstname: row.firstname, lastname: row.lastname },
    messageCount: row.count,
    lastMessage: {
      id: row.inbound_id ?? row.last_message_id,
      preview: row.inbound_body === null ? row.last_preview : previewOf(row.inbound_body, row.inbound_files),
      at: (row.inbound_at ?? row.last_at).toISOString(),
    },
    status: row.reason,
  }))
  return { items, total: result.rows.length }
}

/** Returns the number of contacts with messages the user has not read. */
export async function unreadCount(db: Db, userId: string): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::int as n from unread where user_id = ${userId}`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Returns the names in a member's notification, with the text of the note. */
export async function concernNames(
  db: Db,
  { contactId, byId, messageId }: { contactId: string; byId: string; messageId?: string },
): Promise<{ contact: string; by: string; body: string | null } | undefined> {
  const result = await sql<{ contact: string; by: string; body: string | null }>`
    select trim(c.firstname || ' ' || c.lastname) as contact, trim(p.firstname || ' ' || p.lastname) as by,
      (select m.body from message m where m.id = ${messageId ?? null}::uuid) as body
    from contact c, user_account p where c.id = ${contactId} and p.id = ${byId}`.execute(db)
  return result.rows[0]
}

/** Returns the languages of these users. */
export async function localesOf(db: Db, userIds: string[]): Promise<{ id: string; locale: string }[]> {
  const result = await sql<{ id: string; locale: string }>`
    select id, locale from user_account where id = any(${userIds}::uuid[])`.execute(db)
  return result.rows
}
