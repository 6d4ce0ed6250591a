import type { ConversationRead, DraftUpdated } from '@crewline/contract/events'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { unreadMessages, unreadSince } from '../../conversations/index.ts'

/** Returns a member's unread counts and mutes for these conversations. */
export async function readStates(db: Db, userId: string, contactIds: string[]): Promise<ConversationRead[]> {
  const result = await sql<Omit<ConversationRead, 'unreadAt'> & { unreadAt: Date | null }>`
    select c.id as "contactId", coalesce(${unreadMessages}, 0) as "unreadCount", ${unreadSince} as "unreadAt",
      exists (select from conversation_mute q where q.org_id = c.org_id and q.user_id = ${userId} and q.contact_id = c.id) as muted,
      coalesce(v.last_position, v.last_message_id) as "lastSortKey"
    from contact c left join unread u on u.org_id = c.org_id and u.user_id = ${userId} and u.contact_id = c.id
      left join conversation v on v.org_id = c.org_id and v.contact_id = c.id
    where c.id = any(${contactIds}::uuid[])`.execute(db)
  return result.rows.map((row) => ({ ...row, unreadAt: row.unreadAt?.toISOString() ?? null }))
}

/** Returns the drafts of these members for these contacts; each pair once. */
export async function draftStates(db: Db, pairs: { contactId: string; userId: string }[]): Promise<DraftUpdated[]> {
  const result = await sql<DraftUpdated>`
    select distinct d.contact_id as "contactId", d.user_id as "userId", trim(p.firstname || ' ' || p.lastname) as name, nullif(d.body, '') as body
    from unnest(${pairs.map((pair) => pair.contactId)}::uuid[], ${pairs.map((pair) => pair.userId)}::uuid[]) t(contact_id, user_id)
      join draft d on d.contact_id = t.contact_id and d.user_id = t.user_id join user_account p on p.id = d.user_id`.execute(
    db,
  )
  return result.rows
}
