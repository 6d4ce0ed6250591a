import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A run whose texts are not all sent. */
export interface UnfinishedRun {
  content: BroadcastContent
  /** For whom it acts. */
  userId: string | null
  /** Whether its recipients are known. */
  isFrozen: boolean
  /** Recipients without a message yet. */
  pending: number
  queued: { texts: number; segments: number }
}

/** Returns the runs of an organization that are not finished, with what waits in them. */
export async function unfinishedRuns(db: Db, orgId: string): Promise<UnfinishedRun[]> {
  const result = await sql<UnfinishedRun>`
    select r.content, r.user_id as "userId", r.is_frozen as "isFrozen", w.pending,
      jsonb_build_object('texts', w.texts, 'segments', w.segments) as queued
    from broadcast_run r cross join lateral (
      select count(*) filter (where m.id is null)::int as pending, count(m.id)::int as texts,
        coalesce(sum(m.segments), 0)::int as segments
      from broadcast_recipient c left join message m on m.org_id = c.org_id and m.id = c.message_id
      where c.org_id = r.org_id and c.run_id = r.id
        and coalesce(m.state, c.state) in ('pending', 'queued', 'held', 'scheduled')) w
    where r.org_id = ${orgId} and r.state in ('waiting', 'preparing', 'sending', 'paused')`.execute(db)
  return result.rows
}

/** Returns the planned broadcasts of an organization that have a date before a moment. */
export async function plannedBroadcasts(
  db: Db,
  orgId: string,
  until: Date,
): Promise<{ content: BroadcastContent; userId: string | null; nextAt: Date }[]> {
  const result = await sql<{ content: BroadcastContent; userId: string | null; nextAt: Date }>`
    select content || jsonb_build_object('name', name, 'kind', kind) as content, coalesce(launched_by, created_by) as "userId",
      next_at as "nextAt"
    from broadcast where org_id = ${orgId} and state in ('scheduled', 'recurring', 'sending') and next_at < ${until}
      and not dates_paused and deleted_at is null`.execute(db)
  return result.rows
}

/** Returns the reminders of these people about the run of a flow that no carrier has yet. */
export async function waitingReminders(
  { db, orgId }: { db: Db; orgId: string },
  flowId: string,
  contactIds: string[],
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select m.id from broadcast_run r join message m on m.org_id = r.org_id and m.id > r.id and m.batch_id = r.id
      and m.held_by = r.reminder_batch_id
    where r.org_id = ${orgId} and r.flow_id = ${flowId} and m.contact_id = any(${contactIds}::uuid[])
      and m.direction = 'out' and m.state in ('queued', 'held', 'scheduled')`.execute(db)
  return result.rows.map(({ id }) => id)
}

/** Returns the flows of these runs by run; runs that ask nothing are missing. */
export async function flowsOfRuns(
  { db, orgId }: { db: Db; orgId: string },
  runIds: string[],
): Promise<Map<string, string>> {
  const result = await sql<{ id: string; flowId: string }>`
    select id, flow_id as "flowId" from broadcast_run
    where org_id = ${orgId} and id = any(${runIds}::uuid[]) and flow_id is not null`.execute(db)
  return new Map(result.rows.map(({ id, flowId }) => [id, flowId]))
}

/** Returns what a run sends; undefined when there is no such run. */
export async function contentOfRun(db: Db, runId: string): Promise<BroadcastContent | undefined> {
  const result = await sql<{ content: BroadcastContent }>`
    select content from broadcast_run where id = ${runId}`.execute(db)
  return result.rows[0]?.content
}
