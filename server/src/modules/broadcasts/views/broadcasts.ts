import type { BroadcastKind, BroadcastState } from '@crewline/contract/broadcast-states'
import type { Broadcast, BroadcastContent, BroadcastRun, BroadcastSummary } from '@crewline/contract/broadcasts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { folded, literally } from '../../../kernel/text.ts'
import { hasReminders } from '../store/runs.ts'
import { countsFrom } from '../counts.ts'
import { statesOfTab } from '../rules.ts'
import type { Approval } from '../store/broadcasts.ts'
import { unfinishedDateCount, waitingSummary, type WaitingSummary } from './waits.ts'

interface SummaryRow {
  id: string
  name: string
  kind: BroadcastKind
  state: BroadcastState
  content: Omit<BroadcastContent, 'name' | 'kind'>
  archived: boolean
  created_by: { userId: string; firstname: string; lastname: string } | null
  updated_at: Date
  next_at: Date | null
  sent_at: Date | null
  tally: Record<string, number> | null
  waits: WaitingSummary | null
  earlier_dates: number
  version: number
  follow_up_of: string | null
  approval: Approval | null
}

const person = (column: string) =>
  sql.raw(
    `(select json_build_object('userId', u.id, 'firstname', u.firstname, 'lastname', u.lastname) from user_account u where u.id = ${column})`,
  )

const columns = sql`b.id, b.name, b.kind, b.state, b.content, b.archived_at is not null as archived, ${person('b.created_by')} as created_by,
  b.updated_at, b.next_at, b.sent_at, b.version, b.follow_up_of, b.approval, ${waitingSummary} as waits, ${unfinishedDateCount} as earlier_dates,
  (select json_object_agg(t.key, t.n) from broadcast_tally t where t.run_id = (
    select r.id from broadcast_run r where r.broadcast_id = b.id order by r.planned_at desc, r.id desc limit 1)) as tally`

function summaryFrom(row: SummaryRow, orgZone: string): BroadcastSummary {
  const { schedule, message } = row.content
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    state: row.state,
    archived: row.archived,
    body: message.body,
    createdBy: row.created_by,
    updatedAt: row.updated_at.toISOString(),
    nextAt: row.next_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    timeZone: schedule.mode === 'now' ? orgZone : schedule.timeZone,
    waits: row.waits?.until ? { count: row.waits.count, until: new Date(row.waits.until).toISOString() } : null,
    earlierDates: row.earlier_dates,
    counts: countsFrom(new Map(Object.entries(row.tally ?? {}))),
  }
}

/** Which broadcasts a list shows. */
export interface Wanted {
  /** A tab or a state, as the contract names it. */
  status: string
  searchText?: string
  id?: string | undefined
}

/** A page of a list. */
export interface ListOptions {
  wanted: Wanted
  after?: { at: Date; id: string } | undefined
  limit: number
  offset?: number
}

function whereOf({ status, searchText = '', id }: Wanted): RawBuilder<unknown> {
  const states = statesOfTab(status)
  const terms = folded(searchText).split(/\s+/).filter(Boolean)
  const conditions = [
    status === 'archived' ? sql`b.archived_at is not null` : sql`b.archived_at is null`,
    ...(states ? [sql`b.state = any(${states}::text[])`] : []),
    ...(id ? [sql`b.id = ${id}`] : []),
    ...terms.map((term) => sql`b.searched like ${`%${literally(term)}%`}`),
  ]
  return sql.join(conditions, sql` and `)
}

/** Returns broadcasts, the last change first. */
export async function listOf(
  db: Db,
  orgZone: string,
  { wanted, after, limit, offset = 0 }: ListOptions,
): Promise<BroadcastSummary[]> {
  const result = await sql<SummaryRow>`
    select ${columns} from broadcast b where b.deleted_at is null and ${whereOf(wanted)}
      and ${after ? sql`(b.updated_at, b.id) < (${after.at}, ${after.id}::uuid)` : sql`true`}
    order by b.updated_at desc, b.id desc limit ${limit} offset ${offset}`.execute(db)
  return result.rows.map((row) => summaryFrom(row, orgZone))
}

/** Returns what a dashboard shows: broadcasts in progress, waiting for approval and next by date, and the last one sent. */
export async function overviewOf(db: Db, orgZone: string) {
  const read = async (where: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number) => {
    const result = await sql<SummaryRow>`
      select ${columns} from broadcast b where b.deleted_at is null and b.archived_at is null and ${where}
      order by ${order}, b.id limit ${most}`.execute(db)
    return result.rows.map((row) => summaryFrom(row, orgZone))
  }
  const [running, pending, next, [last = null]] = await Promise.all([
    read(sql`b.state in ('sending', 'paused')`, sql`b.updated_at desc`, 5),
    read(sql`b.state = 'pending_approval'`, sql`b.updated_at desc`, 5),
    read(
      sql`b.state in ('scheduled', 'recurring') and b.next_at is not null and not b.dates_paused`,
      sql`b.next_at`,
      3,
    ),
    read(sql`b.state not in ('sending', 'paused') and b.sent_at is not null`, sql`b.sent_at desc`, 1),
  ])
  return { running, pending, next, last }
}

/** Counts the broadcasts of a list. */
export async function countList(db: Db, wanted: Wanted): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from broadcast b where b.deleted_at is null and ${whereOf(wanted)}`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Counts the broadcasts by state, archived ones apart. */
export async function countByState(db: Db): Promise<{ state: BroadcastState; archived: boolean; n: number }[]> {
  const result = await sql<{ state: BroadcastState; archived: boolean; n: number }>`
    select state, archived_at is not null as archived, count(*)::int as n from broadcast where deleted_at is null group by 1, 2`.execute(
    db,
  )
  return result.rows
}

/** A broadcast with its content, without its files and runs. */
export type StoredBroadcast = Omit<Broadcast, 'media' | 'run' | 'mayApprove'>

/** Returns one broadcast; undefined when the handle cannot see it. */
export async function broadcastById(db: Db, orgZone: string, id: string): Promise<StoredBroadcast | undefined> {
  const result = await sql<SummaryRow & { approver: SummaryRow['created_by'] }>`
    select ${columns}, ${person("(b.approval->>'byId')::uuid")} as approver from broadcast b where b.id = ${id} and b.deleted_at is null`.execute(
    db,
  )
  const [row] = result.rows
  if (!row) return undefined
  const { approval } = row
  return {
    ...row.content,
    ...summaryFrom(row, orgZone),
    version: row.version,
    followUpOf: row.follow_up_of,
    approval: approval && {
      state: approval.state,
      at: approval.at,
      comment: approval.comment,
      by: row.approver,
      recipients: approval.expectedRecipients,
    },
  }
}

interface RunRow {
  id: string
  occurrence: string
  state: BroadcastRun['state']
  paused_by: BroadcastRun['pausedBy']
  planned_at: Date
  starts_at: Date
  started_at: Date | null
  finished_at: Date | null
  reminders_sent: number
  remind_at: Date | null
  reminders_stopped: boolean
  hasReminders: boolean
  escalate_at: Date | null
  escalated_at: Date | null
  unconfirmed: number | null
  tally: Record<string, number> | null
}

const runColumns = sql`r.id, r.occurrence, r.state, r.paused_by, r.planned_at, r.starts_at, r.started_at, r.finished_at,
  r.reminders_sent, r.remind_at, r.reminders_stopped, r.escalate_at, r.escalated_at, r.unconfirmed, ${hasReminders} as "hasReminders",
  (select json_object_agg(t.key, t.n) from broadcast_tally t where t.run_id = r.id) as tally`

/** Returns the newest runs of a broadcast. */
export async function runsOf(db: Db, broadcastId: string, most: number): Promise<BroadcastRun[]> {
  const result = await sql<RunRow>`
    select ${runColumns}
    from broadcast_run r where r.broadcast_id = ${broadcastId} order by r.planned_at desc, r.id desc limit ${most}`.execute(
    db,
  )
  return result.rows.map(runFrom)
}

/** Returns the runs of these broadcasts that ended since a moment, with the broadcast of each. */
export async function runsFinishedSince(
  db: Db,
  broadcastIds: string[],
  since: Date,
): Promise<{ broadcast: { id: string; name: string }; run: BroadcastRun }[]> {
  const result = await sql<RunRow & { broadcastId: string; name: string }>`
    select ${runColumns}, b.id as "broadcastId", b.name
    from broadcast_run r join broadcast b on b.org_id = r.org_id and b.id = r.broadcast_id
    where r.broadcast_id = any(${broadcastIds}::uuid[]) and r.state in ('sent', 'stopped', 'failed') and r.finished_at > ${since}
    order by r.finished_at, r.id`.execute(db)
  return result.rows.map(({ broadcastId, name, ...row }) => ({
    broadcast: { id: broadcastId, name },
    run: runFrom(row),
  }))
}

function runFrom(row: RunRow): BroadcastRun {
  return {
    id: row.id,
    occurrence: row.occurrence,
    state: row.state,
    pausedBy: row.paused_by,
    plannedAt: row.planned_at.toISOString(),
    startsAt: row.starts_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    reminders: {
      sent: row.reminders_sent,
      nextAt: row.remind_at?.toISOString() ?? null,
      isActive: row.hasReminders,
      isStopped: row.reminders_stopped,
      escalateAt: row.escalate_at?.toISOString() ?? null,
      escalatedAt: row.escalated_at?.toISOString() ?? null,
      unconfirmed: row.unconfirmed,
    },
    counts: countsFrom(new Map(Object.entries(row.tally ?? {}))),
  }
}

/** Returns how many texts of a run were handed off since a moment. */
export async function handedOffSince(db: Db, runId: string, since: Date): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from broadcast_recipient where run_id = ${runId} and sent_at > ${since}`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Returns the broadcasts of these runs by name, leaving out those that the handle cannot see. */
export async function namesOfRuns(
  db: Db,
  runIds: string[],
): Promise<{ runId: string; broadcastId: string; name: string }[]> {
  if (runIds.length === 0) return []
  const result = await sql<{ runId: string; broadcastId: string; name: string }>`
    select r.id as "runId", b.id as "broadcastId", b.name from broadcast_run r
      join broadcast b on b.org_id = r.org_id and b.id = r.broadcast_id and b.deleted_at is null
    where r.id = any(${runIds}::uuid[])`.execute(db)
  return result.rows
}

/** Whether queued texts of a run are not due yet. Members limited to some groups do not see what waits for the sender. */
export async function hasPostponed({ database, world }: Kernel, orgId: string, runId: string): Promise<boolean> {
  const result = await sql`
    select from outgoing_chunk c where c.org_id = ${orgId} and c.batch_id = ${runId} and c.due_at > ${world.now()} and exists (
      select from message m where m.org_id = c.org_id and m.id = any(c.message_ids) and m.state = 'queued') limit 1`.execute(
    database.ofOrg(orgId),
  )
  return result.rows.length > 0
}
