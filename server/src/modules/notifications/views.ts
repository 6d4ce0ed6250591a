import type { Notifications } from '@crewline/contract/events'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** Most contacts named in one answer. */
const NAMED = 50
/** Counted up to here; the badge says 99+ anyway. */
const COUNTED = 100

interface Row {
  id: string
  firstname: string
  lastname: string
  unread_count: number
  last_message_id: string
  last_preview: string
  last_at: Date
}

/** Who has unread messages, latest first. */
export async function unreadOf(db: Db): Promise<Omit<Notifications, 'siblings'>> {
  const found = await sql<Row>`
    select c.id, c.firstname, c.lastname, v.unread_count, v.last_message_id, v.last_preview, v.last_at
    from conversation v join contact c on c.org_id = v.org_id and c.id = v.contact_id
    where v.unread_count > 0 and v.last_message_id is not null order by v.last_at desc, v.contact_id desc limit ${COUNTED}`.execute(
    db,
  )
  const items = found.rows.slice(0, NAMED).map((row) => ({
    contact: { id: row.id, firstname: row.firstname, lastname: row.lastname },
    messageCount: row.unread_count,
    lastMessage: { id: row.last_message_id, preview: row.last_preview, at: row.last_at.toISOString() },
    status: 'unread' as const,
  }))
  return { items, total: found.rows.length }
}

/** How many contacts have unread messages. */
export async function unreadCount(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from conversation where unread_count > 0 and last_message_id is not null`.execute(db)
  return found.rows[0]?.n ?? 0
}
