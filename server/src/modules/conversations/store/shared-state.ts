import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { isAllowedMember } from './unread.ts'

/** The shared columns of a conversation. */
export interface LockedConversation {
  contactId: string
  archived: boolean
  assigneeId: string | null
  snoozedUntil: Date | null
  snoozedBy: string | null
}

/** Locks the existing conversations in id order, so that two transactions cannot deadlock. */
export async function lockConversations(tx: Tx, contactIds: string[]): Promise<LockedConversation[]> {
  const result = await sql<LockedConversation>`
    select contact_id as "contactId", archived, assignee_id as "assigneeId", snoozed_until as "snoozedUntil", snoozed_by as "snoozedBy"
    from conversation where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) order by contact_id for update`.execute(
    tx.db,
  )
  return result.rows
}

/**
 * Creates the conversation of a contact without messages, so that it appears in lists. Returns whether it was created.
 */
export async function ensureConversation(tx: Tx, contactId: string): Promise<boolean> {
  const made = await sql`
    insert into conversation (org_id, contact_id, last_at) values (${tx.orgId}, ${contactId}, ${tx.world.now()})
    on conflict do nothing returning contact_id`.execute(tx.db)
  return made.rows.length > 0
}

/** Archives or reopens locked conversations. Archiving ends waiting and snoozing. */
export async function setArchived(tx: Tx, contactIds: string[], archived: boolean): Promise<void> {
  await sql`
    update conversation set archived = ${archived},
      waiting_since = case when ${archived}::boolean then null else waiting_since end,
      reply_batch_id = case when ${archived}::boolean then null else reply_batch_id end,
      snoozed_until = case when ${archived}::boolean then null else snoozed_until end,
      snoozed_by = case when ${archived}::boolean then null else snoozed_by end
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Assigns locked conversations to a member, or unassigns them. */
export async function setAssignee(tx: Tx, contactIds: string[], userId: string | null): Promise<void> {
  await sql`
    update conversation set assignee_id = ${userId}, reopened_by = null
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Assigns an unassigned conversation to a member. Returns whether it was unassigned. */
export async function assignIfUnassigned(tx: Tx, contactId: string, userId: string): Promise<boolean> {
  const updated = await sql`
    update conversation set assignee_id = ${userId}
    where org_id = ${tx.orgId} and contact_id = ${contactId} and assignee_id is null returning contact_id`.execute(
    tx.db,
  )
  return updated.rows.length > 0
}

/**
 * Locks conversations that are assigned to a user who can no longer answer them: they left, may not read the inbox, or
 * do not see the contact. Open ones first. A row may name
 * another assignee, if a concurrent transaction was faster.
 */
export async function lockOutOfReach(tx: Tx, userId: string, most: number): Promise<LockedConversation[]> {
  const result = await tx.unscoped(() =>
    sql<LockedConversation>`
      select contact_id as "contactId", archived, assignee_id as "assigneeId", snoozed_until as "snoozedUntil", snoozed_by as "snoozedBy"
      from conversation where org_id = ${tx.orgId} and contact_id in (
        select t.contact_id from conversation t where t.org_id = ${tx.orgId} and t.assignee_id = ${userId} and not exists (
          select from member b where b.org_id = t.org_id and b.user_id = ${userId} and ${isAllowedMember})
        order by t.archived, t.contact_id limit ${most})
      order by contact_id for update`.execute(tx.db),
  )
  return result.rows
}

/**
 * Counts the conversations assigned to a user that are not archived, up to ten thousand; with groups, only those of
 * contacts in none of them.
 */
export async function countAssigned(db: Db, userId: string, outsideGroups?: string[]): Promise<number> {
  const outside =
    outsideGroups &&
    sql`and not exists (select from group_member g where g.org_id = v.org_id and g.contact_id = v.contact_id
      and g.group_id = any(${outsideGroups}::uuid[]))`
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from conversation v where v.assignee_id = ${userId} and not v.archived ${outside ?? sql``} limit 10000) counted`.execute(
    db,
  )
  return result.rows[0]?.n ?? 0
}

/**
 * Snoozes locked conversations until a moment, or ends the snooze. Snoozing unarchives, because the end of a snooze
 * would go unnoticed in the archive.
 */
export async function setSnooze(
  tx: Tx,
  contactIds: string[],
  { until, by }: { until: Date | null; by: string | null },
): Promise<void> {
  await sql`
    update conversation set snoozed_until = ${until}, snoozed_by = ${until === null ? null : by}, archived = archived and ${until === null}::boolean
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/**
 * Returns conversations of all organizations whose snooze has ended, earliest first. Needs a database handle across
 * organizations.
 */
export async function listEndedSnoozes(
  system: Db,
  now: Date,
  most: number,
): Promise<{ orgId: string; contactId: string }[]> {
  const result = await sql<CamelRow<'conversation', 'org_id' | 'contact_id'>>`
    select org_id as "orgId", contact_id as "contactId" from conversation where snoozed_until <= ${now} order by snoozed_until limit ${most}`.execute(
    system,
  )
  return result.rows
}

/** Returns the tags of each conversation, leaving out conversations without tags. */
export async function tagIdsOf(tx: Tx, contactIds: string[]): Promise<Map<string, string[]>> {
  const result = await sql<{ id: string; tags: string[] }>`
    select contact_id as id, array_agg(tag_id) as tags from conversation_tag
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) group by contact_id`.execute(tx.db)
  return new Map(result.rows.map((row) => [row.id, row.tags]))
}

/** Adds and removes tags on locked conversations. Skips tags that do not exist. */
export async function setTags(
  tx: Tx,
  contactIds: string[],
  { add, remove }: { add: string[]; remove: string[] },
): Promise<void> {
  await sql`
    delete from conversation_tag where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) and tag_id = any(${remove}::uuid[])`.execute(
    tx.db,
  )
  await sql`
    insert into conversation_tag (org_id, contact_id, tag_id, last_at)
    select v.org_id, v.contact_id, t.id, v.last_at from conversation v join tag t on t.org_id = v.org_id and t.id = any(${add}::uuid[])
    where v.org_id = ${tx.orgId} and v.contact_id = any(${contactIds}::uuid[]) order by v.contact_id, t.id
    on conflict do nothing`.execute(tx.db)
  // A tagged conversation is in use, so it stays open even when the message that reopened it is canceled.
  await sql`
    update conversation set reopened_by = null
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) and reopened_by is not null`.execute(tx.db)
}
