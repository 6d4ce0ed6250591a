// What texts of a run wait for, and until when.
import type { BroadcastWaitReason, EarlierDateWait } from '@crewline/contract/launch'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { STATES_OF } from '../counts.ts'

/** Texts of a run that wait for the same thing. */
export interface WaitingTexts {
  runId: string
  reason: BroadcastWaitReason
  /** Those whose time has not come. */
  count: number
  first: Date | null
  last: Date | null
  /** Those that a stop keeps from leaving, also when their time has come. */
  held: number
}

/**
 * The texts of runs that wait, also those that a member sent again, without reminders. The bound of `due_at` makes the planner
 * take the index of what waits: by their ids it would read every text since the run.
 */
const isWaiting = sql`m.due_at > '-infinity' and coalesce(m.held_by, m.batch_id) = m.batch_id and m.state = 'scheduled'`

/**
 * Counts the texts of these runs that wait, by run and by what they wait for. Reads the waiting texts of the organization once:
 * needs a handle that sees all of them.
 */
export async function waitingTexts(db: Db, { orgId, runIds, now }: { orgId: string; runIds: string[]; now: Date }) {
  const result = await sql<WaitingTexts>`
    select m.batch_id as "runId", case when m.hold_reason in ('retry', 'carrier_cap') then 'another_try'
        when m.hold_reason in ('quiet_hours', 'off_shift') then m.hold_reason else 'local_time' end as reason,
      count(*) filter (where m.due_at > ${now})::int as count, min(m.due_at) filter (where m.due_at > ${now}) as first,
      max(m.due_at) filter (where m.due_at > ${now}) as last, count(m.held_by)::int as held
    from message m where m.org_id = ${orgId} and m.batch_id = any(${runIds}::uuid[]) and ${isWaiting}
    group by 1, 2 order by 1, 2`.execute(db)
  return result.rows
}

/** Returns when the last text of a run leaves, reminders included, that waits for its time, the morning or a shift; undefined when none does. */
export async function lastWaitOf(
  { db, orgId }: { db: Db; orgId: string },
  { runId, now }: { runId: string; now: Date },
): Promise<Date | undefined> {
  const result = await sql<{ last: Date | null }>`
    select max(m.due_at) as last from message m where m.org_id = ${orgId} and m.batch_id = ${runId} and m.due_at > ${now}
      and m.state = 'scheduled' and m.hold_reason in ('scheduled', 'quiet_hours', 'off_shift')`.execute(db)
  return result.rows[0]?.last ?? undefined
}

/** An earlier date of a broadcast that is not over. */
export interface EarlierDate extends Pick<EarlierDateWait, 'runId' | 'occurrence'> {
  isPaused: boolean
  /** Everyone who has not been texted yet, whether or not their time has come. */
  waiting: number
}

/** Earlier dates that are looked at: texts wait for days, and dates are a day apart. */
const EARLIER_DATES = 20

/** A run that still has texts to send, which may be paused. */
const isUnfinished = sql`r.state in ('preparing', 'sending', 'paused')`

/** Returns the dates of a broadcast before its last run whose texts are still being sent or are paused, the latest first. */
export async function unfinishedDates(db: Db, broadcastId: string, lastRunId: string): Promise<EarlierDate[]> {
  const keys = STATES_OF.waiting.map((state) => `state:${state}`)
  const result = await sql<EarlierDate>`
    select r.id as "runId", r.occurrence, r.state = 'paused' as "isPaused", (
      select coalesce(sum(t.n), 0)::int from broadcast_tally t
      where t.org_id = r.org_id and t.run_id = r.id and t.key = any(${keys}::text[])) as waiting
    from broadcast_run r where r.broadcast_id = ${broadcastId} and r.id <> ${lastRunId} and ${isUnfinished}
    order by r.planned_at desc, r.id desc limit ${EARLIER_DATES}`.execute(db)
  return result.rows
}

/** How many dates of broadcast `b` before its last run are still being sent or are paused; only a repeated one has any. */
export const unfinishedDateCount = sql<number>`(
  case when b.content->'schedule'->>'mode' = 'recurring' then (
    select count(*)::int from (
      select r.state from broadcast_run r where r.org_id = b.org_id and r.broadcast_id = b.id
      order by r.planned_at desc, r.id desc offset 1 limit ${EARLIER_DATES}) r
    where ${isUnfinished}) else 0 end)`

/** How many texts of the last run of a broadcast wait while it is sent. */
export interface WaitingSummary {
  count: number
  /** When the last of them may leave; null when the time of all has come. */
  until: string | null
}

/**
 * The texts of the last run of broadcast `b` that wait, as WaitingSummary, while it is sent. They are counted already; when
 * the last one is due is read from the end of those that wait.
 */
export const waitingSummary = sql<WaitingSummary | null>`(
  select jsonb_build_object('count', t.n, 'until', (
    select m.due_at from message m where m.org_id = b.org_id and m.batch_id = t.run_id and ${isWaiting} and m.due_at > now()
    order by m.due_at desc limit 1))
  from broadcast_tally t where b.state = 'sending' and t.org_id = b.org_id and t.key = 'state:scheduled' and t.n > 0 and t.run_id = (
    select r.id from broadcast_run r where r.broadcast_id = b.id order by r.planned_at desc, r.id desc limit 1))`
