// What texts of a run wait for, and until when.
import type { BroadcastWaitReason } from '@crewline/contract/launch'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Texts of a run that wait for the same thing. */
export interface WaitingTexts {
  reason: BroadcastWaitReason
  /** Those whose time has not come. */
  count: number
  first: Date | null
  last: Date | null
  /** Those that a stop keeps from leaving, also when their time has come. */
  held: number
}

/**
 * The texts of run `run` that wait, also those that a member sent again, without its reminders. The bound of `due_at` makes
 * the planner take the index of what waits: by their ids it would read every text since the run.
 */
const isOfRun = sql`m.due_at > '-infinity' and m.batch_id = run.id and coalesce(m.held_by, m.batch_id) = m.batch_id and m.state = 'scheduled'`

/**
 * Counts the texts of a run that wait, by what they wait for. Reads the waiting texts of the organization: needs a handle
 * that sees all of them.
 */
export async function waitingTexts(db: Db, { orgId, runId, now }: { orgId: string; runId: string; now: Date }) {
  const result = await sql<WaitingTexts>`
    select case when m.hold_reason in ('retry', 'carrier_cap') then 'another_try'
        when m.hold_reason in ('quiet_hours', 'off_shift') then m.hold_reason else 'local_time' end as reason,
      count(*) filter (where m.due_at > ${now})::int as count, min(m.due_at) filter (where m.due_at > ${now}) as first,
      max(m.due_at) filter (where m.due_at > ${now}) as last, count(m.held_by)::int as held
    from (select ${runId}::uuid as id) run join message m on m.org_id = ${orgId} and ${isOfRun}
    group by 1 order by 1`.execute(db)
  return result.rows
}

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
    select m.due_at from (select t.run_id as id) run join message m on m.org_id = b.org_id and ${isOfRun} and m.due_at > now()
    order by m.due_at desc limit 1))
  from broadcast_tally t where b.state = 'sending' and t.org_id = b.org_id and t.key = 'state:scheduled' and t.n > 0 and t.run_id = (
    select r.id from broadcast_run r where r.broadcast_id = b.id order by r.planned_at desc, r.id desc limit 1))`
