import type { NotificationPrefs } from '@crewline/contract/notifications'
import { HOLDERS } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** A worker's text or voicemail, and one member who is to hear of it. */
export interface Incoming {
  contact_id: string
  contact: string
  kind: string
  words: string
  seconds: number | null
  person_id: string
}

/**
 * Who hears of workers' texts: whoever reads the inbox, sees the worker, has a device and has not muted the conversation.
 * One statement for all texts; nobody without a device costs a row.
 */
export async function whoHearsOf(db: Db, orgId: string, ids: string[]): Promise<Incoming[]> {
  const found = await sql<Incoming>`
    select m.contact_id, trim(c.firstname || ' ' || c.lastname) as contact, m.kind,
      coalesce(m.translation->>'text', m.body) as words, (m.voicemail->>'durationSec')::int as seconds, b.person_id
    from message m
      join contact c on c.org_id = m.org_id and c.id = m.contact_id
      join conversation v on v.org_id = m.org_id and v.contact_id = m.contact_id
      join member b on b.org_id = m.org_id and b.status = 'active' and b.role = any(${[...HOLDERS['inbox.read']]})
    where m.org_id = ${orgId} and m.id = any(${ids}::uuid[]) and m.direction = 'in'
      and exists (select from push_device d where d.org_id = m.org_id and d.person_id = b.person_id)
      and not exists (select from conversation_mute q where q.org_id = m.org_id and q.person_id = b.person_id and q.contact_id = m.contact_id)
      and (b.scope = 'all' or exists (
        select from member_group g join group_member o on o.org_id = g.org_id and o.group_id = g.group_id
        where g.org_id = m.org_id and g.member_id = b.id and o.contact_id = m.contact_id))
      and (v.assignee_id is null or v.assignee_id = b.person_id or coalesce(
        (select p.prefs->>'inboundOf' from notification_pref p where p.org_id = m.org_id and p.person_id = b.person_id), 'all') = 'all')
    order by m.id`.execute(db)
  return found.rows
}

/** A member with what they chose and where they are reached. */
export interface Listener {
  person_id: string
  locale: string
  timezone: string
  prefs: Partial<NotificationPrefs> | null
  devices: string[]
}

/** These members, as far as they are active. */
export async function listeners(db: Db, orgId: string, people: string[]): Promise<Listener[]> {
  const found = await sql<Listener>`
    select b.person_id, p.locale, coalesce(p.timezone, o.timezone) as timezone, n.prefs,
      array(select d.id from push_device d where d.org_id = b.org_id and d.person_id = b.person_id) as devices
    from member b join person p on p.id = b.person_id join organization o on o.id = b.org_id
      left join notification_pref n on n.org_id = b.org_id and n.person_id = b.person_id
    where b.org_id = ${orgId} and b.status = 'active' and b.person_id = any(${people}::uuid[])`.execute(db)
  return found.rows
}

/** The worker and the member something is about, by name; undefined when one is gone. */
export async function namesOf(
  db: Db,
  orgId: string,
  { contactId, byId }: { contactId: string; byId: string },
): Promise<{ contact: string; by: string } | undefined> {
  const found = await sql<{ contact: string; by: string }>`
    select trim(c.firstname || ' ' || c.lastname) as contact, trim(p.firstname || ' ' || p.lastname) as by
    from contact c, person p where c.org_id = ${orgId} and c.id = ${contactId} and p.id = ${byId}`.execute(db)
  return found.rows[0]
}

/** The words of a message; none when it is gone. */
export async function wordsOf(db: Db, orgId: string, messageId: string): Promise<string> {
  const found = await sql<{
    body: string
  }>`select body from message where org_id = ${orgId} and id = ${messageId}`.execute(db)
  return found.rows[0]?.body ?? ''
}
