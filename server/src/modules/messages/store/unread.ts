import { HOLDERS } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { placeOf } from './place.ts'

/** Messages that arrived in one conversation, told in the order in which they did. */
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

/** How many messages of a conversation `v` a row `u` of a member's unread ones stands for; see migration 0044. */
export const unreadMessages = sql<number>`(u.count + greatest(coalesce(v.arrivals, 0) - u.arrivals, 0))`

/** When the last of them came. */
export const unreadSince = sql<Date>`greatest(u.last_at, case when v.arrivals > u.arrivals then v.arrived_at end)`

/**
 * Counts messages as unread for every active member who reads the inbox and sees their worker, whoever acts, in one
 * statement; `arrivals` is what `moveHeads` answered, which counts them in the conversation. Who had not read the ones
 * before has a row already: it stays as it is, and stands for these too. Rows are taken in one order everywhere, so that
 * two batches never wait for each other in a ring; a row that somebody is just reading away is waited for.
 */
export async function countUnread(tx: Tx, arrived: Arrived[], arrivals: Map<string, number>): Promise<void> {
  if (arrived.length === 0) return
  const byContact = Map.groupBy(arrived, (one) => one.contactId)
  const ids = [...byContact.keys()]
  const each = [...byContact.values()]
  const counts = each.map((some) => some.reduce((sum, one) => sum + one.count, 0))
  // Almost everybody has a row: to leave them out costs a tenth of trying to write each. A row that somebody holds, perhaps
  // to delete it, is tried, and so waited for.
  const standing = sql`
    select r.contact_id, r.person_id from unnest(${ids}::uuid[]) a(id) cross join lateral (
      select k.contact_id, k.person_id from unread k where k.org_id = ${tx.orgId} and k.contact_id = a.id and k.xmax = 0 offset 0) r`
  await tx.unscoped(() =>
    sql`
      insert into unread (org_id, person_id, contact_id, count, since_id, last_at, arrivals)
      select b.org_id, b.person_id, t.contact_id, t.count, t.first_id, t.at, t.arrivals
      from unnest(
        ${ids}::uuid[], ${counts}::int[], ${each.map((some) => some[0]?.firstId ?? null)}::uuid[],
        ${each.map((some) => some.at(-1)?.at)}::timestamptz[], ${ids.map((id) => arrivals.get(id) ?? 0)}::int[]
      ) t(contact_id, count, first_id, at, arrivals)
      join member b on b.org_id = ${tx.orgId} and ${readsAndSees}
      where (t.contact_id, b.person_id) not in (${standing})
      order by t.contact_id, b.person_id
      on conflict (org_id, person_id, contact_id) do nothing`.execute(tx.db),
  )
}

/** A batch may take this long to commit; what came in shortly before the last sorting is looked at again, in ms. */
const STILL_COMING_MS = 30_000

/**
 * Puts a member's unread conversations in the order of their last messages, at the cost of what came in since this was last
 * done: lists of them are walked by index. Needs a handle on every row of the organization.
 */
export async function sortUnread(db: Db, at: { orgId: string; personId: string; now: Date }): Promise<void> {
  const { orgId, personId, now } = at
  const found = await sql<{ at: Date }>`
    select sorted_at as at from unread_order where org_id = ${orgId} and person_id = ${personId}`.execute(db)
  const [mark] = found.rows
  const since = mark && new Date(mark.at.getTime() - STILL_COMING_MS)
  const moved = since
    ? sql<{ id: string }>`
        select v.contact_id as id from conversation v where v.org_id = ${orgId} and v.last_at >= ${since} and v.arrived_at >= ${since}`
    : sql<{ id: string }>`
        select u.contact_id as id from unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
        where u.org_id = ${orgId} and u.person_id = ${personId} and v.arrivals > u.arrivals`
  const ids = (await moved.execute(db)).rows.map((row) => row.id)
  if (ids.length > 0)
    await sql`
      with held as materialized (
        select u.contact_id, v.arrived_at from unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
        where u.org_id = ${orgId} and u.person_id = ${personId} and u.contact_id = any(${ids}::uuid[])
          and v.arrivals > u.arrivals and v.arrived_at > u.last_at
        order by u.contact_id for update of u)
      update unread u set last_at = held.arrived_at from held
      where u.org_id = ${orgId} and u.person_id = ${personId} and u.contact_id = held.contact_id`.execute(db)
  await sql`
    insert into unread_order (org_id, person_id, sorted_at) values (${orgId}, ${personId}, ${now})
    on conflict (org_id, person_id) do update set sorted_at = greatest(unread_order.sorted_at, excluded.sorted_at)`.execute(
    db,
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
      insert into unread (org_id, person_id, contact_id, count, since_id, reason, last_at, arrivals)
      select b.org_id, b.person_id, t.contact_id, 1, ${messageId}::uuid, ${reason}, ${now}, coalesce(v.arrivals, 0)
      from (select ${contactId}::uuid as contact_id) t
        left join conversation v on v.org_id = ${tx.orgId} and v.contact_id = t.contact_id
        join member b on b.org_id = ${tx.orgId} and ${readsAndSees}
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
  // A text that is just coming in holds its conversation. Read meanwhile, it would count for nobody: it left the row that goes here.
  await sql`
    select 1 from conversation where org_id = ${tx.orgId} and contact_id = any(${ids}::uuid[])
    order by contact_id for share`.execute(tx.db)
  const changed = unread
    ? await sql<{ id: string }>`
        insert into unread (org_id, person_id, contact_id, count, since_id, last_at, arrivals)
        select v.org_id, ${personId}::uuid, v.contact_id, 1, (
          select m.id from message m where m.org_id = v.org_id and m.contact_id = v.contact_id and m.direction = 'in'
          order by ${placeOf('m')} desc limit 1), v.last_at, v.arrivals
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
  await sql`
    select 1 from conversation where org_id = ${tx.orgId} and contact_id in (
      select contact_id from unread where org_id = ${tx.orgId} and person_id = ${personId})
    order by contact_id for share`.execute(tx.db)
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
