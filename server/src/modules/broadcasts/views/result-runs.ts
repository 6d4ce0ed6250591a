import type { BroadcastContent, BroadcastRun } from '@crewline/contract/broadcasts'
import type { BroadcastKind } from '@crewline/contract/broadcast-states'
import type { FlowStep } from '@crewline/contract/flows'
import { sql } from 'kysely'
import { fail } from '../../../kernel/failure.ts'
import type { CamelRow } from '../../../kernel/db/row.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { countsFrom, type Tally } from '../counts.ts'
import { hasReminders } from '../store/runs.ts'
import { PEOPLE } from './result-conditions.ts'

/** Runs that are listed, newest first. */
const RUNS_MAX = 20

type RunRow = CamelRow<
  'broadcast_run',
  | 'id'
  | 'occurrence'
  | 'planned_at'
  | 'starts_at'
  | 'started_at'
  | 'finished_at'
  | 'state'
  | 'paused_by'
  | 'flow_id'
  | 'reminders_sent'
  | 'remind_at'
  | 'reminders_stopped'
  | 'escalate_at'
  | 'escalated_at'
  | 'unconfirmed',
  { state: BroadcastRun['state']; paused_by: BroadcastRun['pausedBy'] }
> & { hasReminders: boolean }

const runColumns = sql`r.id, r.occurrence, r.planned_at as "plannedAt", r.starts_at as "startsAt", r.started_at as "startedAt",
  r.finished_at as "finishedAt", r.state, r.paused_by as "pausedBy", r.flow_id as "flowId",
  r.reminders_sent as "remindersSent", r.remind_at as "remindAt", r.reminders_stopped as "remindersStopped", ${hasReminders} as "hasReminders",
  r.escalate_at as "escalateAt", r.escalated_at as "escalatedAt", r.unconfirmed`

/** A broadcast as its results need it. */
export interface ResultBroadcast {
  id: string
  name: string
  kind: BroadcastKind
  content: Pick<BroadcastContent, 'poll'>
}

/** A run whose results are read, with the question that it asked. */
export interface ResultRun extends RunRow {
  step: FlowStep | null
  isAnonymous: boolean
}

/** Returns a broadcast that the actor may see; fails with `not_found` otherwise. */
export async function resultBroadcast(scope: Scope, id: string): Promise<ResultBroadcast> {
  const result = await sql<ResultBroadcast>`
    select id, name, kind, content from broadcast
    where org_id = ${scope.orgId} and id = ${id} and deleted_at is null`.execute(scope.db)
  return result.rows[0] ?? fail('not_found')
}

/**
 * Returns the given run of a broadcast, or its last one; undefined before the first. Fails with `not_found` for a run of
 * another broadcast.
 */
export async function resultRun(
  scope: Scope,
  broadcastId: string,
  runId: string | undefined,
): Promise<ResultRun | undefined> {
  const result = await sql<RunRow & { steps: FlowStep[] | null; isAnonymous: boolean | null }>`
    select ${runColumns}, f.steps, f.is_anonymous as "isAnonymous"
    from broadcast_run r left join flow f on f.org_id = r.org_id and f.id = r.flow_id
    where r.org_id = ${scope.orgId} and r.broadcast_id = ${broadcastId} ${runId ? sql`and r.id = ${runId}` : sql``}
    order by r.planned_at desc, r.id desc limit 1`.execute(scope.db)
  const [row] = result.rows
  if (!row) return runId ? fail('not_found') : undefined
  const { steps, isAnonymous, ...run } = row
  return { ...run, step: steps?.[0] ?? null, isAnonymous: isAnonymous ?? false }
}

/** Returns the last runs of a broadcast with their figures, newest first. */
export async function lastRuns(scope: Scope, broadcastId: string): Promise<BroadcastRun[]> {
  const result = await sql<RunRow>`
    select ${runColumns} from broadcast_run r where r.org_id = ${scope.orgId} and r.broadcast_id = ${broadcastId}
    order by r.planned_at desc, r.id desc limit ${RUNS_MAX}`.execute(scope.db)
  const tallies = await talliesOf(
    scope,
    result.rows.map((run) => run.id),
  )
  return result.rows.map((run) => ({
    id: run.id,
    occurrence: run.occurrence,
    plannedAt: run.plannedAt.toISOString(),
    startsAt: run.startsAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    state: run.state,
    pausedBy: run.pausedBy,
    reminders: {
      sent: run.remindersSent,
      nextAt: run.remindAt?.toISOString() ?? null,
      isActive: run.hasReminders,
      isStopped: run.remindersStopped,
      escalateAt: run.escalateAt?.toISOString() ?? null,
      escalatedAt: run.escalatedAt?.toISOString() ?? null,
      unconfirmed: run.unconfirmed,
    },
    counts: countsFrom(tallies.get(run.id) ?? new Map()),
  }))
}

interface Counted {
  runId: string
  key: string
  n: number
}

/**
 * Returns the counts of these runs by key: the stored ones, or, for a member limited to groups, those of the people the
 * member sees.
 */
export async function talliesOf(scope: Scope, runIds: string[]): Promise<Map<string, Tally>> {
  const result = await (
    scope.isLimitedToGroups
      ? sql<Counted>`
        select p.run_id as "runId", k.key, count(*)::int as n from broadcast_recipient p cross join lateral (values
          ('state:' || p.state, true), ('blocked:' || p.block_reason, p.state = 'blocked'), ('replied', ${PEOPLE.replied}),
          ('clicked', ${PEOPLE.clicked}), ('answered', ${PEOPLE.answered}), ('opted_out', ${PEOPLE.opted_out})) k(key, holds)
        where p.org_id = ${scope.orgId} and p.run_id = any(${runIds}::uuid[]) and k.holds and k.key is not null
        group by p.run_id, k.key`
      : sql<Counted>`
        select run_id as "runId", key, n from broadcast_tally
        where org_id = ${scope.orgId} and run_id = any(${runIds}::uuid[])`
  ).execute(scope.db)
  const tallies = new Map(runIds.map((id) => [id, new Map<string, number>()]))
  for (const { runId, key, n } of result.rows) tallies.get(runId)?.set(key, n)
  return tallies
}
