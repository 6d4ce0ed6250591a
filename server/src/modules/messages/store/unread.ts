import { HOLDERS } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { placeOf } from './place.ts'

/** Messages that arrived in one conversation. */
export interface Arrived {
  contactId: string
  /** When the last of them did. */
  at: Date
  count: number
  /** The first of them; without it the thread cannot say where reading stopped. */
  firstId?: string
}

/** Whether a member `b` reads the inbox and sees the worker of a row `t`; owners and admins see everybody. */
const readsAndSees = sql`b.status = 'active' and b.role = any(${[...HOLDERS['inbox.read']]}::text[]) and (
  b.role in ('owner', 'admin') or b.scope = 'all' or exists (
    select from member_group g join group_member o on o.org_id = g.org_id and o.group_id = g.group_id
    where g.org_id = b.org_id and g.member_id = b.id and o.contact_id = t.contact_id))`

/**
 * Counts messages as unread for every active member who reads the inbox and sees their worker, whoever acts, in one
 * statement. Rows are taken in one order everywhere, so that two batches never wait for each other in a ring.
 */
export async function countUnread(tx: Tx, arrived: Arrived[]): Promise<void> {
  if (arrived.length === 0) return
  await tx.unscoped(() =>
    sql`
      insert into unread (org_id, person_id, contact_id, count, since_id, last_at)
      select b.org_id, b.person_id, t.contact_id, t.count, t.first_id, t.at
      from (
        select contact_id, sum(count)::int as count, max(at) as at,
          (array_agg(first_id order by nth))[1] as first_id
        from unnest(
          ${arrived.map((one) => one.contactId)}::uuid[], ${arrived.map((one) => one.at)}::timestamptz[],
          ${arrived.map((one) => one.count)}::int[], ${arrived.map((one) => one.firstId ?? null)}::uuid[]
        ) with ordinality u(contact_id, at, count, first_id, nth) group by contact_id) t
      join member b on b.org_id = ${tx.orgId} and ${readsAndSees}
      order by t.contact_id, b.person_id
      on conflict (org_id, person_id, contact_id) do update set
        count = unread.count + excluded.count, since_id = coalesce(unread.since_id, excluded.since_id),
        last_at = greatest(unread.last_at, excluded.last_at)`.execute(tx.db),
  )
}

/** Why a conversation asks for a member's attention, the least pressing first. */
export type UnreadReason = 'unread' | 'snoozed_due' | 'mention'

/** Asks for the attention of those of these people who see the worker; a message they are to read counts as unread. */
export async function callAttention(
  tx: Tx,
  contactId: string,
  personIds: string[],
  { reason, messageId }: { reason: UnreadReason; messageId: string | null },
): Promise<void> {
  const now = tx.world.now()
  await tx.unscoped(() =>
    sql`
      insert into unread (org_id, person_id, contact_id, count, since_id, reason, last_at)
      select b.org_id, b.person_id, t.contact_id, 1, ${messageId}::uuid, ${reason}, ${now}
      from (select ${contactId}::uuid as contact_id) t join member b on b.org_id = ${tx.orgId} and ${readsAndSees}
      where b.person_id = any(${personIds}::uuid[]) order by b.person_id
      on conflict (org_id, person_id, contact_id) do update set
        count = unread.count + ${messageId === null ? 0 : 1}, since_id = coalesce(unread.since_id, excluded.since_id),
        reason = case when unread.reason = 'mention' then 'mention' else excluded.reason end,
        last_at = greatest(unread.last_at, excluded.last_at)`.execute(tx.db),
  )
}

/**
 * Marks conversations as read by a member, or as unread again; answers those that changed. Unread again is at least one
 * message: the last that came in.
 */
export async function setRead(tx: Tx, personId: string, contactIds: string[], unread: boolean): Promise<string[]> {
  const ids = [...contactIds].sort()
  const changed = unread
    ? await sql<{ id: string }>`
        insert into unread (org_id, person_id, contact_id, count, since_id, last_at)
        select v.org_id, ${personId}::uuid, v.contact_id, 1, (
          select m.id from message m where m.org_id = v.org_id and m.contact_id = v.contact_id and m.direction = 'in'
          order by ${placeOf('m')} desc limit 1), v.last_at
        from conversation v where v.org_id = ${tx.orgId} and v.contact_id = any(${ids}::uuid[]) order by v.contact_id
        on conflict do nothing returning contact_id as id`.execute(tx.db)
    : await sql<{ id: string }>`
        delete from unread where org_id = ${tx.orgId} and person_id = ${personId} and contact_id in (
          select contact_id from unread where org_id = ${tx.orgId} and person_id = ${personId} and contact_id = any(${ids}::uuid[])
          order by contact_id for update)
        returning contact_id as id`.execute(tx.db)
  return changed.rows.map((row) => row.id)
}

/** Marks everything a member sees as read; answers how many conversations that were. */
export async function setAllRead(tx: Tx, personId: string): Promise<number> {
  const gone = await sql`
    delete from unread where org_id = ${tx.orgId} and person_id = ${personId} and contact_id in (
      select contact_id from unread where org_id = ${tx.orgId} and person_id = ${personId} order by contact_id for update)
    returning contact_id`.execute(tx.db)
  return gone.rows.length
}

/** Which of these people read the inbox and see which of these workers, whoever asks. */
export async function whoSee(
  tx: Tx,
  contactIds: string[],
  personIds: string[],
): Promise<{ contactId: string; personId: string }[]> {
  const found = await tx.unscoped(() =>
    sql<{ contactId: string; personId: string }>`
      select t.contact_id as "contactId", b.person_id as "personId"
      from unnest(${contactIds}::uuid[]) t(contact_id) join member b on b.org_id = ${tx.orgId} and ${readsAndSees}
      where b.person_id = any(${personIds}::uuid[])`.execute(tx.db),
  )
  return found.rows
}
