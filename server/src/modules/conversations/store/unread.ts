import { sql, type RawBuilder } from 'kysely'
import { memberHolds } from '../../../kernel/db/holders.ts'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { sortIdOf } from './position.ts'

/** Messages that arrived in one conversation, in order of arrival. */
export interface Arrived {
  contactId: string
  /** When the last one arrived. */
  at: Date
  count: number
  /** The first message; without it the thread cannot show where unread messages start. */
  firstId?: string
}

/** Whether member `b` reads the inbox and sees the contact of row `t`; owners and admins see all contacts. */
export const isAllowedMember = sql`b.status = 'active' and ${memberHolds('inbox.read')} and (
  b.role in ('owner', 'admin') or b.scope = 'all' or exists (
    select from member_group g join group_member o on o.org_id = g.org_id and o.group_id = g.group_id
    where g.org_id = b.org_id and g.member_id = b.id and o.contact_id = t.contact_id))`

/**
 * How many messages of conversation `v` the unread row `u` of a member stands for: those it was written with, and those
 * the conversation counted since.
 */
export const unreadMessages = sql<number>`(u.count + greatest(coalesce(v.arrivals, 0) - u.arrivals, 0))`

/** When the last of them arrived. */
export const unreadSince = sql<Date>`greatest(u.last_at, case when v.arrivals > u.arrivals then v.arrived_at end)`

/**
 * Counts messages as unread for every active member who reads the inbox and sees the contact, regardless of the actor,
 * in one statement. `arrivals` is the result of `updateConversationSummaries`, which counts arrivals in the conversation. A member with
 * older unread messages already has a row, which stays unchanged and stands for the new ones too. Rows are locked in
 * one order everywhere, so that two batches cannot deadlock; the statement waits for a row that is being deleted
 * because it was read.
 */
export async function countUnread(tx: Tx, arrived: Arrived[], arrivals: Map<string, number>): Promise<void> {
  if (arrived.length === 0) return
  const byContact = Map.groupBy(arrived, (arrival) => arrival.contactId)
  const ids = [...byContact.keys()]
  const each = [...byContact.values()]
  const counts = each.map((group) => group.reduce((sum, arrival) => sum + arrival.count, 0))
  // Most members already have a row: leaving them out costs a tenth of trying each insert. A locked row, perhaps about
  // to be deleted, is still tried, so the insert waits for it.
  const existing = sql`
    select r.contact_id, r.user_id from unnest(${ids}::uuid[]) a(id) cross join lateral (
      select k.contact_id, k.user_id from unread k where k.org_id = ${tx.orgId} and k.contact_id = a.id and k.xmax = 0 offset 0) r`
  await tx.unscoped(() =>
    sql`
      insert into unread (org_id, user_id, contact_id, count, since_id, last_at, arrivals)
      select b.org_id, b.user_id, t.contact_id, t.count, t.first_id, t.at, t.arrivals
      from unnest(
        ${ids}::uuid[], ${counts}::int[], ${each.map((group) => group[0]?.firstId ?? null)}::uuid[],
        ${each.map((group) => group.at(-1)?.at)}::timestamptz[], ${ids.map((id) => arrivals.get(id) ?? 0)}::int[]
      ) t(contact_id, count, first_id, at, arrivals)
      join member b on b.org_id = ${tx.orgId} and ${isAllowedMember}
      where (t.contact_id, b.user_id) not in (${existing})
      order by t.contact_id, b.user_id
      on conflict (org_id, user_id, contact_id) do nothing`.execute(tx.db),
  )
}

/** A batch may take this long to commit, in ms, so arrivals shortly before the last sort are checked again. */
const STILL_COMING_MS = 30_000

/**
 * Builds the condition for unread rows `u` of conversations `v` with messages that the place of the row does not reflect
 * yet: some of those with arrivals since the last sort.
 */
async function unsortedUnread(db: Db, userId: string): Promise<RawBuilder<unknown>> {
  const result = await sql<{ at: Date }>`select sorted_at as at from unread_order where user_id = ${userId}`.execute(db)
  const [order] = result.rows
  const since = order && new Date(order.at.getTime() - STILL_COMING_MS)
  const isRecent = since ? sql`v.last_at >= ${since} and v.arrived_at >= ${since} and` : sql``
  return sql`(${isRecent} v.arrivals > u.arrivals and v.arrived_at > u.last_at)`
}

/**
 * Sorts a member's unread conversations by last message, so that lists can walk an index. Called when a client loads its
 * notifications; reading a list never writes. The cost depends on what
 * arrived since the last sort. Needs a database handle on every row of the organization.
 */
async function sortUnread(db: Db, at: { orgId: string; userId: string; now: Date }): Promise<void> {
  const { orgId, userId, now } = at
  const result = await sql<{ at: Date }>`
    select sorted_at as at from unread_order where org_id = ${orgId} and user_id = ${userId}`.execute(db)
  const [order] = result.rows
  const since = order && new Date(order.at.getTime() - STILL_COMING_MS)
  const moved = since
    ? sql<{ id: string }>`
        select v.contact_id as id from conversation v where v.org_id = ${orgId} and v.last_at >= ${since} and v.arrived_at >= ${since}`
    : sql<{ id: string }>`
        select u.contact_id as id from unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
        where u.org_id = ${orgId} and u.user_id = ${userId} and v.arrivals > u.arrivals`
  const ids = (await moved.execute(db)).rows.map((row) => row.id)
  if (ids.length > 0)
    await sql`
      with held as materialized (
        select u.contact_id, v.arrived_at from unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
        where u.org_id = ${orgId} and u.user_id = ${userId} and u.contact_id = any(${ids}::uuid[])
          and v.arrivals > u.arrivals and v.arrived_at > u.last_at
        order by u.contact_id for update of u)
      update unread u set last_at = held.arrived_at from held
      where u.org_id = ${orgId} and u.user_id = ${userId} and u.contact_id = held.contact_id`.execute(db)
  await sql`
    insert into unread_order (org_id, user_id, sorted_at) values (${orgId}, ${userId}, ${now})
    on conflict (org_id, user_id) do update set sorted_at = greatest(unread_order.sorted_at, excluded.sorted_at)`.execute(
    db,
  )
}

/** The stored order of a member's unread rows: sorting it, and reading in order what is not sorted yet. */
export const unreadOrder = { sort: sortUnread, unsorted: unsortedUnread }

/** Why a conversation needs a member's attention, lowest priority first. */
export type UnreadReason = 'unread' | 'snoozed_due' | 'mention'

/** Flags a conversation for the given users who can see its contact. A message for them to read counts as unread. */
export async function callAttention(
  tx: Tx,
  contactId: string,
  userIds: string[],
  { reason, messageId }: { reason: UnreadReason; messageId: string | null },
): Promise<void> {
  const now = tx.world.now()
  await tx.unscoped(() =>
    sql`
      insert into unread (org_id, user_id, contact_id, count, since_id, reason, last_at, arrivals)
      select b.org_id, b.user_id, t.contact_id, 1, ${messageId}::uuid, ${reason}, ${now}, coalesce(v.arrivals, 0)
      from (select ${contactId}::uuid as contact_id) t
        left join conversation v on v.org_id = ${tx.orgId} and v.contact_id = t.contact_id
        join member b on b.org_id = ${tx.orgId} and ${isAllowedMember}
      where b.user_id = any(${userIds}::uuid[]) order by b.user_id
      on conflict (org_id, user_id, contact_id) do update set
        count = unread.count + ${messageId === null ? 0 : 1}, since_id = coalesce(unread.since_id, excluded.since_id),
        reason = case when unread.reason = 'mention' then 'mention' else excluded.reason end,
        last_at = greatest(unread.last_at, excluded.last_at)`.execute(tx.db),
  )
}

/**
 * Marks conversations as read or unread for a member. Returns those that changed. Unread means at least the last
 * inbound message.
 */
export async function setRead(tx: Tx, userId: string, contactIds: string[], unread: boolean): Promise<string[]> {
  const ids = [...contactIds].sort()
  // An inbound message being written locks its conversation. Without this wait, it would keep the unread row that is
  // deleted here and then count for no one.
  await sql`
    select 1 from conversation where org_id = ${tx.orgId} and contact_id = any(${ids}::uuid[])
    order by contact_id for share`.execute(tx.db)
  const changed = unread
    ? await sql<{ id: string }>`
        insert into unread (org_id, user_id, contact_id, count, since_id, last_at, arrivals)
        select v.org_id, ${userId}::uuid, v.contact_id, 1, (
          select m.id from message m where m.org_id = v.org_id and m.contact_id = v.contact_id and m.direction = 'in'
          order by ${sortIdOf('m')} desc limit 1), v.last_at, v.arrivals
        from conversation v where v.org_id = ${tx.orgId} and v.contact_id = any(${ids}::uuid[]) order by v.contact_id
        on conflict do nothing returning contact_id as id`.execute(tx.db)
    : await sql<{ id: string }>`
        delete from unread where org_id = ${tx.orgId} and user_id = ${userId} and contact_id in (
          select contact_id from unread where org_id = ${tx.orgId} and user_id = ${userId} and contact_id = any(${ids}::uuid[])
          order by contact_id for update)
        returning contact_id as id`.execute(tx.db)
  return changed.rows.map((row) => row.id)
}

/** Marks everything a member sees as read. Returns the number of conversations. */
export async function setAllRead(tx: Tx, userId: string): Promise<number> {
  await sql`
    select 1 from conversation where org_id = ${tx.orgId} and contact_id in (
      select contact_id from unread where org_id = ${tx.orgId} and user_id = ${userId})
    order by contact_id for share`.execute(tx.db)
  const deleted = await sql`
    delete from unread where org_id = ${tx.orgId} and user_id = ${userId} and contact_id in (
      select contact_id from unread where org_id = ${tx.orgId} and user_id = ${userId} order by contact_id for update)
    returning contact_id`.execute(tx.db)
  return deleted.rows.length
}

/** Returns which of these users read the inbox and see which of these contacts, regardless of the actor. */
export async function usersWhoSee(
  tx: Tx,
  contactIds: string[],
  userIds: string[],
): Promise<{ contactId: string; userId: string }[]> {
  const result = await tx.unscoped(() =>
    sql<{ contactId: string; userId: string }>`
      select t.contact_id as "contactId", b.user_id as "userId"
      from unnest(${contactIds}::uuid[]) t(contact_id) join member b on b.org_id = ${tx.orgId} and ${isAllowedMember}
      where b.user_id = any(${userIds}::uuid[])`.execute(tx.db),
  )
  return result.rows
}
