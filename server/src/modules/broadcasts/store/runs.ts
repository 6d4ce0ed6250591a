import type { BroadcastContent, BroadcastRun } from '@crewline/contract/broadcasts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { WAITING_STATES } from '../rules.ts'

export type RunState = BroadcastRun['state']

/** A run locked until the transaction ends. */
export interface LockedRun {
  id: string
  broadcastId: string
  occurrence: string
  state: RunState
  pausedBy: BroadcastRun['pausedBy']
  content: BroadcastContent
  userId: string | null
  isFrozen: boolean
  afterId: string | null
  isExpanded: boolean
  flowId: string | null
  isTrusted: boolean
  startedAt: Date | null
  remindAt: Date | null
  remindersSent: number
  remindAfter: string | null
  /** The batch of its reminders; null before the first one. */
  reminderBatchId: string | null
  /** Whether a reminder is being queued. */
  isReminding: boolean
  remindersStopped: boolean
  escalateAt: Date | null
}

const columns = sql`id, broadcast_id as "broadcastId", occurrence, state, paused_by as "pausedBy", content, user_id as "userId", is_frozen as "isFrozen",
  after_id as "afterId", is_expanded as "isExpanded", flow_id as "flowId", is_trusted as "isTrusted", started_at as "startedAt",
  remind_at as "remindAt", reminders_sent as "remindersSent", remind_after as "remindAfter", reminder_batch_id as "reminderBatchId",
  is_reminding as "isReminding", reminders_stopped as "remindersStopped", escalate_at as "escalateAt"`

/** Locks a run; undefined when the actor cannot see it. */
export async function lockRun(tx: Tx, id: string): Promise<LockedRun | undefined> {
  const result = await sql<LockedRun>`
    select ${columns} from broadcast_run where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return result.rows[0]
}

/** Locks the runs that ask a flow; returns their ids. */
export async function lockRunsOfFlow(tx: Tx, flowId: string): Promise<string[]> {
  const result = await sql<Row<'broadcast_run', 'id'>>`
    select id from broadcast_run where org_id = ${tx.orgId} and flow_id = ${flowId} order by id for update`.execute(
    tx.db,
  )
  return result.rows.map(({ id }) => id)
}

/** Returns the broadcast of a run, without locking either. */
export async function broadcastOfRun(tx: Tx, id: string): Promise<string | undefined> {
  const result = await sql<Row<'broadcast_run', 'broadcast_id'>>`
    select broadcast_id from broadcast_run where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
  return result.rows[0]?.broadcast_id
}

/**
 * Locks the runs of a broadcast that are not over, the earliest first. There are several when a date comes while texts
 * of the one before still wait for their time.
 */
export async function lockCurrentRuns(tx: Tx, broadcastId: string): Promise<LockedRun[]> {
  const result = await sql<LockedRun>`
    select ${columns} from broadcast_run where org_id = ${tx.orgId} and broadcast_id = ${broadcastId}
      and state in ('waiting', 'preparing', 'sending', 'paused') order by planned_at, id for update`.execute(tx.db)
  return result.rows
}

/**
 * Whether reminders of run `r` can still leave: one is planned or being queued, its texts wait for the sender, or a carrier
 * is asked whether one arrived. A run whose last reminder has left has nothing to stop.
 */
export const hasReminders = sql<boolean>`(not r.reminders_stopped and r.state not in ('stopped', 'failed') and (
  r.remind_at is not null or r.escalate_at is not null or r.is_reminding
  or exists (select from outgoing_chunk c where c.org_id = r.org_id and c.batch_id = r.reminder_batch_id)
  or exists (select from unknown_outcome u where u.org_id = r.org_id and u.batch_id = r.reminder_batch_id)))`

/**
 * Whether texts of the expanded run `r` can still leave: one waits by its count, or one of unknown outcome may return to the
 * queue when its carrier has been asked, or has just returned there. The count may be a moment behind; what it does not
 * say is read from the question and the queue, which change in one transaction. Each part is read by key for one run, and
 * only when it is needed: with EXISTS the planner reads whole tables.
 */
export const hasTexts = sql<boolean>`(case
  when (select true from broadcast_tally t where t.org_id = r.org_id and t.run_id = r.id and t.n > 0
    and t.key = any(${WAITING_STATES.map((state) => `state:${state}`)}::text[]) limit 1) then true
  when (select true from broadcast_tally t where t.org_id = r.org_id and t.run_id = r.id and t.n > 0
    and t.key = 'state:unknown') is null then false
  else coalesce((select true from unknown_outcome u where u.org_id = r.org_id and u.batch_id = r.id limit 1)
    or (select true from outgoing_chunk c cross join lateral (
      select from message m where m.org_id = c.org_id and m.id = any(c.message_ids)
        and m.state in ('queued', 'held', 'scheduled', 'submitting') limit 1) m
      where c.org_id = r.org_id and c.batch_id = r.id limit 1), false) end)`

/**
 * Locks the sent runs of a broadcast of which texts are tried again, the earliest first. Not those of which a member sent
 * texts again: these leave whatever becomes of the broadcast.
 */
export async function lockRetried(tx: Tx, broadcastId: string): Promise<LockedRun[]> {
  const result = await sql<LockedRun>`
    select ${columns} from broadcast_run r where org_id = ${tx.orgId} and broadcast_id = ${broadcastId} and state = 'sent'
      and id = any(array(select c.batch_id from outgoing_chunk c cross join lateral (
        select from message m where m.org_id = c.org_id and m.id = any(c.message_ids) and m.held_by = c.batch_id
          and m.state in ('queued', 'held', 'scheduled', 'submitting') limit 1) m
        where c.org_id = ${tx.orgId} and c.batch_id = any(array(
          select s.id from broadcast_run s where s.org_id = ${tx.orgId} and s.broadcast_id = ${broadcastId} and s.state = 'sent'))))
    order by planned_at, id for update`.execute(tx.db)
  return result.rows
}

/** Returns the runs of a broadcast that were sent. */
export async function sentRuns(tx: Tx, broadcastId: string): Promise<string[]> {
  const result = await sql<Row<'broadcast_run', 'id'>>`
    select id from broadcast_run where org_id = ${tx.orgId} and broadcast_id = ${broadcastId} and state = 'sent' order by id`.execute(
    tx.db,
  )
  return result.rows.map(({ id }) => id)
}

/** Locks the runs of a broadcast whose reminders can still leave, the earliest first. */
export async function lockReminding(tx: Tx, broadcastId: string): Promise<LockedRun[]> {
  const result = await sql<LockedRun>`
    select ${columns} from broadcast_run r where org_id = ${tx.orgId} and broadcast_id = ${broadcastId}
      and (remind_at is not null or escalate_at is not null or reminder_batch_id is not null) order by planned_at, id for update`.execute(
    tx.db,
  )
  // Read again under the lock: a step may have queued texts, or planned the next reminder, meanwhile.
  const active = await sql<{ id: string }>`
    select r.id from broadcast_run r where r.org_id = ${tx.orgId} and r.id = any(${result.rows.map(({ id }) => id)}::uuid[])
      and ${hasReminders}`.execute(tx.db)
  const ids = new Set(active.rows.map(({ id }) => id))
  return result.rows.filter(({ id }) => ids.has(id))
}

/** A run to insert. */
export interface NewRun {
  id: string
  broadcastId: string
  occurrence: string
  content: BroadcastContent
  userId: string | null
  plannedAt: Date
  startsAt: Date
  state?: Extract<RunState, 'waiting' | 'missed'>
}

/** Inserts a run; false when its occurrence has one already. */
export async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const added = await sql`
    insert into broadcast_run (org_id, id, broadcast_id, occurrence, state, content, user_id, planned_at, starts_at, finished_at)
    values (${tx.orgId}, ${run.id}, ${run.broadcastId}, ${run.occurrence}, ${run.state ?? 'waiting'}, ${JSON.stringify(run.content)}::jsonb,
      ${run.userId}, ${run.plannedAt}, ${run.startsAt}, ${run.state === 'missed' ? tx.world.now() : null})
    on conflict (org_id, broadcast_id, occurrence) do nothing returning id`.execute(tx.db)
  return added.rows.length > 0
}

/** What changes in a run; omitted columns stay. */
export interface RunChange {
  state?: RunState
  pausedBy?: BroadcastRun['pausedBy']
  isTrusted?: boolean
  isFrozen?: boolean
  afterId?: string
  isExpanded?: boolean
  flowId?: string
  startsAt?: Date
  startedAt?: Date
  finishedAt?: Date
  remindAt?: Date | null
  remindersSent?: number
  remindAfter?: string | null
  reminderBatchId?: string
  isReminding?: boolean
  remindersStopped?: boolean
  escalateAt?: Date | null
  escalatedAt?: Date
  unconfirmed?: number
}

/** Saves changes of a locked run. */
export async function saveRun(tx: Tx, id: string, change: RunChange): Promise<void> {
  const { pausedBy, remindAt, remindAfter, escalateAt } = change
  await sql`
    update broadcast_run set state = coalesce(${change.state ?? null}, state),
      paused_at = case when ${change.state === 'paused'} and state <> 'paused' then ${tx.world.now()} else paused_at end,
      paused_by = case when ${pausedBy !== undefined} then ${pausedBy ?? null} else paused_by end,
      is_trusted = coalesce(${change.isTrusted ?? null}::boolean, is_trusted),
      is_frozen = coalesce(${change.isFrozen ?? null}::boolean, is_frozen),
      after_id = coalesce(${change.afterId ?? null}::uuid, after_id),
      is_expanded = coalesce(${change.isExpanded ?? null}::boolean, is_expanded),
      flow_id = coalesce(${change.flowId ?? null}::uuid, flow_id),
      starts_at = coalesce(${change.startsAt ?? null}::timestamptz, starts_at),
      started_at = coalesce(${change.startedAt ?? null}::timestamptz, started_at),
      finished_at = coalesce(${change.finishedAt ?? null}::timestamptz, finished_at),
      reminder_batch_id = coalesce(${change.reminderBatchId ?? null}::uuid, reminder_batch_id),
      is_reminding = coalesce(${change.isReminding ?? null}::boolean, is_reminding),
      reminders_stopped = coalesce(${change.remindersStopped ?? null}::boolean, reminders_stopped),
      escalated_at = coalesce(${change.escalatedAt ?? null}::timestamptz, escalated_at),
      unconfirmed = coalesce(${change.unconfirmed ?? null}::int, unconfirmed),
      escalate_at = case when ${escalateAt !== undefined} then ${escalateAt ?? null}::timestamptz else escalate_at end,
      reminders_sent = coalesce(${change.remindersSent ?? null}::smallint, reminders_sent),
      remind_after = case when ${remindAfter !== undefined} then ${remindAfter ?? null}::uuid else remind_after end,
      remind_at = case when ${remindAt !== undefined} then ${remindAt ?? null}::timestamptz else remind_at end
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Ends a run of which no text can leave any more; returns whether it was sent before, or undefined when some still can. */
export async function finishRun(tx: Tx, id: string): Promise<{ wasSent: boolean } | undefined> {
  const result = await sql<{ wasSent: boolean }>`
    update broadcast_run r set state = 'sent', finished_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id} and state = 'sending' and is_expanded and not ${hasTexts}
    returning old.finished_at is not null as "wasSent"`.execute(tx.db)
  return result.rows[0]
}

/** Returns the counts of a run by key. */
export async function tallyOf(tx: Pick<Tx, 'db' | 'orgId'>, runId: string): Promise<Map<string, number>> {
  const result = await sql<{ key: string; n: number }>`
    select key, n from broadcast_tally where org_id = ${tx.orgId} and run_id = ${runId}`.execute(tx.db)
  return new Map(result.rows.map((row) => [row.key, row.n]))
}

/** Lets the runs of locked broadcasts that are not over act for another user: without a member they would stop. */
export async function giveRuns(
  tx: Tx,
  broadcastIds: string[],
  { userId, toUserId }: { userId: string; toUserId: string },
): Promise<void> {
  await sql`
    update broadcast_run set user_id = ${toUserId}
    where org_id = ${tx.orgId} and broadcast_id = any(${broadcastIds}::uuid[]) and user_id = ${userId}
      and state in ('waiting', 'preparing', 'sending', 'paused')`.execute(tx.db)
}

/** Returns the user for whom a run acts now; null when it acts for the product or does not exist. */
export async function userOfRun(db: Db, id: string): Promise<string | null> {
  const result = await sql<Row<'broadcast_run', 'user_id'>>`
    select user_id from broadcast_run where id = ${id}`.execute(db)
  return result.rows[0]?.user_id ?? null
}
