import type { ConversationRead, DraftUpdated } from '@crewline/contract/events'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { unreadMessages, unreadSince } from '../../messages/index.ts'

/** How much of these conversations a member has not read, and whether they are muted. */
export async function readStates(db: Db, personId: string, contactIds: string[]): Promise<ConversationRead[]> {
  const found = await sql<Omit<ConversationRead, 'unreadAt'> & { unreadAt: Date | null }>`
    select c.id as "contactId", coalesce(${unreadMessages}, 0) as "unreadCount", ${unreadSince} as "unreadAt",
      exists (select from conversation_mute q where q.org_id = c.org_id and q.person_id = ${personId} and q.contact_id = c.id) as muted
    from contact c left join unread u on u.org_id = c.org_id and u.person_id = ${personId} and u.contact_id = c.id
      left join conversation v on v.org_id = c.org_id and v.contact_id = c.id
    where c.id = any(${contactIds}::uuid[])`.execute(db)
  return found.rows.map((row) => ({ ...row, unreadAt: row.unreadAt?.toISOString() ?? null }))
}

/** What these members have written for these workers and not sent; each pair once. */
export async function draftStates(db: Db, pairs: { contactId: string; personId: string }[]): Promise<DraftUpdated[]> {
  const found = await sql<DraftUpdated>`
    select distinct d.contact_id as "contactId", d.person_id as "userId", trim(p.firstname || ' ' || p.lastname) as name, nullif(d.body, '') as body
    from unnest(${pairs.map((one) => one.contactId)}::uuid[], ${pairs.map((one) => one.personId)}::uuid[]) t(contact_id, person_id)
      join draft d on d.contact_id = t.contact_id and d.person_id = t.person_id join person p on p.id = d.person_id`.execute(
    db,
  )
  return found.rows
}
