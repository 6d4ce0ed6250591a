import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { noteNextDue, restoreSummary } from './summary-changes.ts'
import { sortIdOf } from './position.ts'
import { unreadMessages, unreadSince } from './unread.ts'

/** Rows as JSON from the database. */
type Rows = Record<string, unknown>[]

/** The threads of two contacts before a merge. Survives JSON. */
export interface MovedThreads {
  conversations: { from: Rows; to: Rows }
  tags: { from: Rows; to: Rows }
  unread: { from: Rows; to: Rows }
}

async function rowsOf(tx: Tx, table: 'conversation' | 'conversation_tag' | 'unread', contactId: string): Promise<Rows> {
  // Includes the current unread count and time, which cannot be computed later without the conversation.
  const asNow =
    table === 'unread'
      ? sql`to_jsonb(t) || (select jsonb_build_object('now_count', ${unreadMessages}, 'now_at', ${unreadSince})
          from (select t.*) u left join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id)`
      : sql`to_jsonb(t)`
  const result = await sql<{ row: Rows[number] }>`
    select ${asNow} as row from ${sql.table(table)} t where t.org_id = ${tx.orgId} and t.contact_id = ${contactId} for update`.execute(
    tx.db,
  )
  return result.rows.map(({ row }) => row)
}

/** Locks and returns the conversations, tags and unread rows of two contacts, in one order everywhere. */
export async function lockThreads(tx: Tx, fromId: string, toId: string): Promise<MovedThreads> {
  await sql`
    select from conversation where org_id = ${tx.orgId} and contact_id = any(${[fromId, toId]}::uuid[]) order by contact_id for update`.execute(
    tx.db,
  )
  const both = async (table: Parameters<typeof rowsOf>[1]) => ({
    from: await rowsOf(tx, table, fromId),
    to: await rowsOf(tx, table, toId),
  })
  return {
    conversations: await both('conversation'),
    tags: await both('conversation_tag'),
    unread: await both('unread'),
  }
}

const OTHERS = `case when coalesce(o.last_position, o.last_message_id) > coalesce(k.last_position, k.last_message_id, uuid_floor('epoch'))`
const newest = (column: string) => `${column} = ${OTHERS} then o.${column} else k.${column} end`

/**
 * Merges two conversations: the newest message becomes the summary, the wait starts at the earlier of both, it is
 * archived only when both were, and each member keeps what was unread in either.
 */
export async function mergeConversations(tx: Tx, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into conversation select (jsonb_populate_record(o, jsonb_build_object('contact_id', ${toId}::uuid))).* from conversation o
    where o.org_id = ${tx.orgId} and o.contact_id = ${fromId} on conflict do nothing`.execute(tx.db)
  await sql`
    update conversation k set ${sql.raw(['last_message_id', 'last_position', 'last_direction', 'last_preview', 'last_kind', 'line_id', 'failed'].map(newest).join(', '))},
      last_at = greatest(k.last_at, o.last_at), arrived_at = greatest(k.arrived_at, o.arrived_at), archived = k.archived and o.archived, assignee_id = coalesce(k.assignee_id, o.assignee_id),
      waiting_since = least(k.waiting_since, o.waiting_since),
      reply_batch_id = case when k.waiting_since is null then o.reply_batch_id
        when o.waiting_since is null or o.reply_batch_id is not null then k.reply_batch_id end,
      next_due_at = least(k.next_due_at, o.next_due_at),
      snoozed_until = case when o.snoozed_until is not null then k.snoozed_until end,
      snoozed_by = case when o.snoozed_until is not null then k.snoozed_by end,
      unheard_voicemails = (select count(*) from message m where m.org_id = k.org_id and m.contact_id = k.contact_id
        and m.voicemail is not null and m.voicemail ->> 'state' = 'new')
    from conversation o where o.org_id = ${tx.orgId} and o.contact_id = ${fromId} and k.org_id = o.org_id and k.contact_id = ${toId}`.execute(
    tx.db,
  )
  await sql`
    insert into conversation_tag (org_id, contact_id, tag_id, last_at)
    select org_id, ${toId}::uuid, tag_id, last_at from conversation_tag where org_id = ${tx.orgId} and contact_id = ${fromId}
    on conflict do nothing`.execute(tx.db)
  await sql`
    update conversation_tag g set last_at = v.last_at from conversation v
    where v.org_id = ${tx.orgId} and v.contact_id = ${toId} and g.org_id = v.org_id and g.contact_id = v.contact_id`.execute(
    tx.db,
  )
  await sql`
    insert into unread (org_id, user_id, contact_id, count, since_id, reason, last_at, arrivals)
    select u.org_id, u.user_id, k.contact_id, ${unreadMessages}, u.since_id, u.reason, ${unreadSince}, k.arrivals
    from unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
      join conversation k on k.org_id = u.org_id and k.contact_id = ${toId}
    where u.org_id = ${tx.orgId} and u.contact_id = ${fromId}
    order by u.user_id
    on conflict (org_id, user_id, contact_id) do update set count = unread.count + excluded.count,
      since_id = least(unread.since_id, excluded.since_id), last_at = greatest(unread.last_at, excluded.last_at),
      reason = case when 'mention' in (unread.reason, excluded.reason) then 'mention'
        when 'snoozed_due' in (unread.reason, excluded.reason) then 'snoozed_due' else 'unread' end`.execute(tx.db)
  await deleteConversation(tx, fromId)
}

/** Deletes the conversation, tags and unread rows of a contact. */
export async function deleteConversation(tx: Tx, contactId: string): Promise<void> {
  await sql`delete from unread where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(tx.db)
  await sql`delete from conversation_tag where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(tx.db)
  await sql`delete from conversation where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(tx.db)
}

/** Rows as JSON. Snapshots made before arrivals were counted have none. */
const withDefaults = (rows: Rows) => JSON.stringify(rows.map((row) => ({ arrivals: 0, ...row })))

const restore = (table: 'conversation' | 'conversation_tag' | 'unread', rows: Rows) =>
  sql`insert into ${sql.table(table)} select r.* from jsonb_populate_recordset(null::${sql.table(table)}, ${withDefaults(rows)}::jsonb) r
    on conflict do nothing`

/**
 * Splits a merged conversation into two again. Restores both when nothing was written since; otherwise newer messages
 * stay where they are. Messages a member has read in the meantime stay read.
 */
export async function splitConversations(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  before: MovedThreads,
  since: Date,
): Promise<void> {
  await restore('conversation', before.conversations.from).execute(tx.db)
  const added = before.tags.from.filter(
    (tag) => !before.tags.to.some((existingTag) => existingTag['tag_id'] === tag['tag_id']),
  )
  await sql`
    delete from conversation_tag where org_id = ${tx.orgId} and contact_id = ${toId}
      and tag_id = any(${added.map((tag) => String(tag['tag_id']))}::uuid[])`.execute(tx.db)
  await restore('conversation_tag', before.tags.from).execute(tx.db)
  await returnUnread(tx, { fromId, toId }, before.unread)
  const [conversation] = before.conversations.to
  const result = await sql`
    select from message m where m.org_id = ${tx.orgId} and m.contact_id = ${toId} and m.id >= uuid_floor(${since}) limit 1`.execute(
    tx.db,
  )
  if (result.rows.length > 0) return rebuildSummary(tx, toId)
  await sql`delete from conversation_tag where org_id = ${tx.orgId} and contact_id = ${toId}`.execute(tx.db)
  await sql`delete from conversation where org_id = ${tx.orgId} and contact_id = ${toId}`.execute(tx.db)
  if (!conversation) return
  await restore('conversation', [conversation]).execute(tx.db)
  await restore('conversation_tag', before.tags.to).execute(tx.db)
}

async function returnUnread(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  { from, to }: MovedThreads['unread'],
): Promise<void> {
  const theirs = withDefaults(from)
  const before = (column: string) =>
    sql`(select ${sql.ref(`w.${column}`)} from jsonb_populate_recordset(null::unread, ${JSON.stringify(to)}::jsonb) w
      where w.user_id = u.user_id)`
  await sql`
    insert into unread select r.* from jsonb_populate_recordset(null::unread, ${theirs}::jsonb) r
    where exists (select from unread u where u.org_id = r.org_id and u.user_id = r.user_id and u.contact_id = ${toId})
    on conflict do nothing`.execute(tx.db)
  await sql`
    update unread u set count = u.count - coalesce(r.now_count, r.count),
      last_at = case when u.last_at > coalesce(r.now_at, r.last_at) then u.last_at else coalesce(${before('last_at')}, u.last_at) end,
      since_id = coalesce(${before('since_id')},
        (select m.id from message m where m.org_id = u.org_id and m.contact_id = u.contact_id and m.direction = 'in' and m.id > r.since_id
          order by ${sortIdOf('m')} limit 1))
    from jsonb_to_recordset(${theirs}::jsonb) r(user_id uuid, count int, now_count int, since_id uuid, last_at timestamptz, now_at timestamptz)
    where u.org_id = ${tx.orgId} and u.contact_id = ${toId} and u.user_id = r.user_id
      and exists (select from unread f where f.org_id = u.org_id and f.user_id = u.user_id and f.contact_id = ${fromId})`.execute(
    tx.db,
  )
  await sql`
    delete from unread u using conversation v
    where u.org_id = ${tx.orgId} and u.contact_id = ${toId} and v.org_id = u.org_id and v.contact_id = u.contact_id and ${unreadMessages} <= 0`.execute(
    tx.db,
  )
}

/** Recomputes the conversation summary when its last message was moved away. */
async function rebuildSummary(tx: Tx, contactId: string): Promise<void> {
  const result = await sql<{ id: string }>`
    select v.last_message_id as id from conversation v where v.org_id = ${tx.orgId} and v.contact_id = ${contactId}
      and not exists (select from message m where m.org_id = v.org_id and m.id = v.last_message_id and m.contact_id = v.contact_id)`.execute(
    tx.db,
  )
  for (const { id } of result.rows) await restoreSummary(tx, contactId, id)
  await noteNextDue(tx, [contactId])
  await sql`
    update conversation v set unheard_voicemails = (select count(*) from message h where h.org_id = v.org_id
      and h.contact_id = v.contact_id and h.voicemail is not null and h.voicemail ->> 'state' = 'new')
    where v.org_id = ${tx.orgId} and v.contact_id = ${contactId}`.execute(tx.db)
}
