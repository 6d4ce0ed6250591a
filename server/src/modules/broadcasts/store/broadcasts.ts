import type { BroadcastKind, BroadcastState } from '@crewline/contract/broadcast-states'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { namesOnlyGroups } from '../rules.ts'

/** The decision about a broadcast that needed one. */
export interface Approval {
  state: 'pending' | 'approved' | 'rejected'
  byId: string | null
  at: string | null
  comment: string
  /** The number of recipients the author confirmed. */
  expectedRecipients: number
}

/** A broadcast locked until the transaction ends. */
export interface LockedBroadcast {
  id: string
  state: BroadcastState
  content: BroadcastContent
  version: number
  nextLocal: string | null
  nextAt: Date | null
  datesPaused: boolean
  approval: Approval | null
  createdBy: string | null
  launchedBy: string | null
  isArchived: boolean
  wasSent: boolean
}

interface LockedRow {
  id: string
  name: string
  kind: BroadcastKind
  state: BroadcastState
  content: Omit<BroadcastContent, 'name' | 'kind'>
  version: number
  next_local: string | null
  next_at: Date | null
  dates_paused: boolean
  approval: Approval | null
  created_by: string | null
  launched_by: string | null
  archived_at: Date | null
  sent_at: Date | null
}

const lockedColumns = sql`id, name, kind, state, content, version, next_local, next_at, dates_paused, approval, created_by, launched_by, archived_at,
  sent_at`

/** Locks a broadcast; undefined when the actor cannot see it or it was deleted. */
export async function lockBroadcast(tx: Tx, id: string): Promise<LockedBroadcast | undefined> {
  const result = await sql<LockedRow>`
    select ${lockedColumns} from broadcast
    where org_id = ${tx.orgId} and id = ${id} and deleted_at is null for update`.execute(tx.db)
  return result.rows.map(asLocked)[0]
}

/** Locks what a user scheduled, repeats or is sending, by id. */
export async function lockUnfinished(tx: Tx, userId: string): Promise<LockedBroadcast[]> {
  const result = await sql<LockedRow>`
    select ${lockedColumns} from broadcast
    where org_id = ${tx.orgId} and coalesce(launched_by, created_by) = ${userId} and deleted_at is null
      and state in ('scheduled', 'recurring', 'sending', 'paused') order by id for update`.execute(tx.db)
  return result.rows.map(asLocked)
}

function asLocked(row: LockedRow): LockedBroadcast {
  return {
    id: row.id,
    state: row.state,
    content: { ...row.content, name: row.name, kind: row.kind },
    version: row.version,
    nextLocal: row.next_local,
    nextAt: row.next_at,
    datesPaused: row.dates_paused,
    approval: row.approval,
    createdBy: row.created_by,
    launchedBy: row.launched_by,
    isArchived: row.archived_at !== null,
    wasSent: row.sent_at !== null,
  }
}

/** Inserts a draft unless its id exists. Returns whether it was inserted. */
export async function insertDraft(
  tx: Tx,
  draft: { id: string; content: BroadcastContent; userId: string; followUpOf: string | null },
): Promise<boolean> {
  const now = tx.world.now()
  const { name, kind, ...content } = draft.content
  const added = await sql`
    insert into broadcast (org_id, id, name, kind, content, searched, group_ids, names_only_groups, follow_up_of, created_by, created_at, updated_at)
    values (${tx.orgId}, ${draft.id}, ${name}, ${kind}, ${JSON.stringify(content)}::jsonb, folded_text(${searchedOf(draft.content)}),
      ${content.audience.groupIds}::uuid[], ${namesOnlyGroups(draft.content)}, ${draft.followUpOf}, ${draft.userId}, ${now}, ${now})
    on conflict do nothing returning id`.execute(tx.db)
  return added.rows.length > 0
}

/** Saves the content of a locked draft. */
export async function saveContent(tx: Tx, id: string, changed: BroadcastContent): Promise<void> {
  const { name, kind, ...content } = changed
  await sql`
    update broadcast set name = ${name}, kind = ${kind}, content = ${JSON.stringify(content)}::jsonb, searched = folded_text(${searchedOf(changed)}),
      group_ids = ${content.audience.groupIds}::uuid[], names_only_groups = ${namesOnlyGroups(changed)},
      version = version + 1, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

function searchedOf({ name, message }: BroadcastContent): string {
  return `${name} ${message.body}`.slice(0, 2000)
}

/** What changes with the state of a broadcast; omitted columns stay. */
export interface StateChange {
  state: BroadcastState
  nextAt?: Date | null
  nextLocal?: string | null
  datesPaused?: boolean
  approval?: Approval | null
  launchedBy?: string
  sentAt?: Date
}

/** Saves the state of a locked broadcast. */
export async function saveState(tx: Tx, id: string, change: StateChange): Promise<void> {
  const { state, nextAt, nextLocal, datesPaused, approval, launchedBy, sentAt } = change
  await sql`
    update broadcast set state = ${state}, version = version + 1, updated_at = ${tx.world.now()},
      next_at = case when ${nextAt !== undefined} then ${nextAt ?? null}::timestamptz else next_at end,
      next_local = case when ${nextLocal !== undefined} then ${nextLocal ?? null} else next_local end,
      dates_paused = coalesce(${datesPaused ?? null}::boolean, dates_paused),
      approval = case when ${approval !== undefined} then ${approval ? JSON.stringify(approval) : null}::jsonb else approval end,
      launched_by = coalesce(${launchedBy ?? null}::uuid, launched_by),
      sent_at = coalesce(${sentAt ?? null}::timestamptz, sent_at)
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Archives a broadcast or takes it out of the archive. */
export async function setArchived(tx: Tx, id: string, archived: boolean): Promise<void> {
  await sql`
    update broadcast set archived_at = ${archived ? tx.world.now() : null}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Deletes a broadcast that was never sent; its row stays for the audit trail. */
export async function markDeleted(tx: Tx, id: string): Promise<void> {
  await sql`
    update broadcast set deleted_at = ${tx.world.now()}, next_at = null where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Counts the broadcasts of the organization that are neither archived nor deleted. */
export async function countLive(tx: Tx): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from broadcast where org_id = ${tx.orgId} and deleted_at is null and archived_at is null`.execute(
    tx.db,
  )
  return result.rows[0]?.n ?? 0
}

/** Lets locked broadcasts of a user act for another one. */
export async function giveUnfinished(
  tx: Tx,
  ids: string[],
  { userId, toUserId }: { userId: string; toUserId: string },
): Promise<void> {
  await sql`
    update broadcast set launched_by = case when launched_by is null then null else ${toUserId}::uuid end,
      created_by = case when created_by = ${userId} then ${toUserId}::uuid else created_by end,
      version = version + 1, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(tx.db)
}

/** Gives the drafts of a user, also those that wait for an approval, to another one. Returns the ids. */
export async function giveDrafts(
  tx: Tx,
  { userId, toUserId }: { userId: string; toUserId: string },
): Promise<string[]> {
  const given = await sql<{ id: string }>`
    update broadcast set created_by = ${toUserId}, version = version + 1
    where org_id = ${tx.orgId} and created_by = ${userId} and state in ('draft', 'pending_approval')
      and deleted_at is null returning id`.execute(tx.db)
  return given.rows.map(({ id }) => id)
}
