import type { NotificationPrefs } from '@crewline/contract/notifications'
import { sql } from 'kysely'
import { memberHolds } from '../../kernel/db/holders.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'

/** An inbound message or voicemail, and one member to notify of it. */
export interface Incoming {
  contact_id: string
  contact: string
  kind: string
  body: string
  seconds: number | null
  user_id: string
}

/**
 * Returns the members to notify of inbound messages: those who read the inbox, see the contact, have a device and have
 * not muted the conversation. One statement for all messages; members without a device add no rows.
 */
export async function recipientsOf(db: Db, orgId: string, ids: string[]): Promise<Incoming[]> {
  const result = await sql<Incoming>`
    select m.contact_id, trim(c.firstname || ' ' || c.lastname) as contact, m.kind,
      coalesce(m.translation->>'text', m.body) as body, (m.voicemail->>'durationSec')::int as seconds, b.user_id
    from message m
      join contact c on c.org_id = m.org_id and c.id = m.contact_id
      join conversation v on v.org_id = m.org_id and v.contact_id = m.contact_id
      join member b on b.org_id = m.org_id and b.status = 'active' and ${memberHolds('inbox.read')}
    where m.org_id = ${orgId} and m.id = any(${ids}::uuid[]) and m.direction = 'in'
      and exists (select from push_device d where d.org_id = m.org_id and d.user_id = b.user_id)
      and not exists (select from conversation_mute q where q.org_id = m.org_id and q.user_id = b.user_id and q.contact_id = m.contact_id)
      and (b.scope = 'all' or exists (
        select from member_group g join group_member o on o.org_id = g.org_id and o.group_id = g.group_id
        where g.org_id = m.org_id and g.member_id = b.id and o.contact_id = m.contact_id))
      and (v.assignee_id is null or v.assignee_id = b.user_id or coalesce(
        (select p.prefs->>'inboundOf' from notification_pref p where p.org_id = m.org_id and p.user_id = b.user_id), 'all') = 'all')
    order by m.id`.execute(db)
  return result.rows
}

/** A member with their preferences and devices. */
export interface Listener {
  user_id: string
  locale: string
  timezone: string
  prefs: Partial<NotificationPrefs> | null
  devices: string[]
}

/** Returns the given members that are active. */
export async function listeners(db: Db, orgId: string, userIds: string[]): Promise<Listener[]> {
  const result = await sql<Listener>`
    select b.user_id, p.locale, coalesce(p.timezone, o.timezone) as timezone, n.prefs,
      array(select d.id from push_device d where d.org_id = b.org_id and d.user_id = b.user_id) as devices
    from member b join user_account p on p.id = b.user_id join organization o on o.id = b.org_id
      left join notification_pref n on n.org_id = b.org_id and n.user_id = b.user_id
    where b.org_id = ${orgId} and b.status = 'active' and b.user_id = any(${userIds}::uuid[])`.execute(db)
  return result.rows
}

/** Returns the names of the contact and the member of a notification, or undefined when one no longer exists. */
export async function namesOf(
  db: Db,
  orgId: string,
  { contactId, byId }: { contactId: string; byId: string },
): Promise<{ contact: string; by: string } | undefined> {
  const result = await sql<{ contact: string; by: string }>`
    select trim(c.firstname || ' ' || c.lastname) as contact, trim(p.firstname || ' ' || p.lastname) as by
    from contact c, user_account p where c.org_id = ${orgId} and c.id = ${contactId} and p.id = ${byId}`.execute(db)
  return result.rows[0]
}

/** Returns the body of a message, or an empty string when it no longer exists. */
export async function messageBodyOf(db: Db, orgId: string, messageId: string): Promise<string> {
  const result = await sql<
    Row<'message', 'body'>
  >`select body from message where org_id = ${orgId} and id = ${messageId}`.execute(db)
  return result.rows[0]?.body ?? ''
}
