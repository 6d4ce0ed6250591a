import { SUBMIT_DEADLINE_MS } from '@crewline/contract/limits'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'
import { amongIds } from '../messages/index.ts'

/** Lease duration of a line without renewal, in ms. It affects only speed; each message has its own guard. */
export const LEASE_MS = 5_000

/**
 * Leases the free lines among these for an owner and returns them. A lease that ends later than a new one would was
 * written when the clock was ahead; it counts as ended, or its line would stay silent for as long. Where the last owner did
 * not leave, what it marked is looked for once it is overdue.
 */
export async function takeLines(
  system: Db,
  owner: string,
  lines: { orgId: string; lineId: string }[],
  now: Date,
): Promise<{ orgId: string; lineId: string }[]> {
  const result = await sql<CamelRow<'line_lease', 'org_id' | 'line_id'>>`
    insert into line_lease (org_id, line_id, owner, until)
    select t.org_id, t.line_id, ${owner}::uuid, ${new Date(now.getTime() + LEASE_MS)}
    from unnest(${lines.map((line) => line.orgId)}::uuid[], ${lines.map((line) => line.lineId)}::uuid[]) t(org_id, line_id)
    on conflict (line_id) do update set owner = excluded.owner, until = excluded.until, epoch = line_lease.epoch + 1,
      settle_at = case when line_lease.owner is null then line_lease.settle_at else ${settleAt(now)} end
    where line_lease.until < ${now} or line_lease.until > ${new Date(now.getTime() + 2 * LEASE_MS)}
    returning org_id as "orgId", line_id as "lineId"`.execute(system)
  return result.rows
}

/** Renews leases and returns the lines still held. */
export async function keepLines(system: Db, owner: string, lineIds: string[], now: Date): Promise<Set<string>> {
  const result = await sql<Row<'line_lease', 'line_id'>>`
    update line_lease set until = ${new Date(now.getTime() + LEASE_MS)}
    where owner = ${owner} and line_id = any(${lineIds}::uuid[]) and until > ${now} returning line_id`.execute(system)
  return new Set(result.rows.map((row) => row.line_id))
}

/** Releases leases. Those of lines on which a marked message may have no outcome keep their owner, see `takeUnsettled`. */
export async function leaveLines(
  system: Db,
  owner: string,
  lineIds: string[],
  { now, isSettled = true }: { now: Date; isSettled?: boolean },
): Promise<void> {
  await sql`
    update line_lease set until = ${now}, owner = case when not ${isSettled} then owner end
    where owner = ${owner} and line_id = any(${lineIds}::uuid[])`.execute(system)
}

/** When messages marked until now are overdue. */
function settleAt(now: Date): Date {
  return new Date(now.getTime() + SUBMIT_DEADLINE_MS)
}

/** A line on which messages may be marked that no process will give an outcome. */
interface Unsettled {
  orgId: string
  lineId: string
  /** When it is taken again, unless `noteSettled` is called. */
  againAt: Date
}

/**
 * Takes the lines whose owner ended without leaving long enough ago that everything it marked is overdue, so that no other
 * process takes them at the same time. Leaves out organizations whose database was restored: there, nothing has an outcome
 * before an operator decides.
 */
export async function takeUnsettled(system: Db, now: Date): Promise<Unsettled[]> {
  const isOver = sql`(l.until < ${new Date(now.getTime() - SUBMIT_DEADLINE_MS)})`
  const result = await sql<Unsettled>`
    update line_lease l set settle_at = ${settleAt(now)}, owner = case when not ${isOver} then l.owner end
    from (select l.line_id from line_lease l
      where (l.settle_at <= ${now} or (l.owner is not null and ${isOver}))
        and not exists (select from restore_review r where r.org_id = l.org_id) for update of l skip locked) t
    where l.line_id = t.line_id returning l.org_id as "orgId", l.line_id as "lineId", l.settle_at as "againAt"`.execute(
    system,
  )
  return result.rows
}

/** Notes that a line was looked through, unless it lost another owner meanwhile. */
export async function noteSettled(system: Db, { lineId, againAt }: Unsettled): Promise<void> {
  await sql`update line_lease set settle_at = null where line_id = ${lineId} and settle_at = ${againAt}`.execute(system)
}

/** When messages of unknown outcome are looked up. */
export interface Asking {
  deadline: Date
  lookupAt: Date
  /** Whether the carrier can be asked: then a message that never arrived returns to the queue. */
  canAsk: boolean
}

/** Records messages with an unknown outcome, and when to look them up first. */
export async function noteUnknown(
  tx: Tx,
  lineId: string,
  messageIds: string[],
  { deadline, lookupAt, canAsk }: Asking,
): Promise<void> {
  await sql`
    insert into unknown_outcome (org_id, message_id, line_id, deadline_at, ask_at, batch_id)
    select ${tx.orgId}::uuid, m.id, ${lineId}::uuid, ${deadline}, ${lookupAt}, case when ${canAsk} then m.held_by end
    from message m where m.org_id = ${tx.orgId} and ${amongIds(messageIds)}
    on conflict (org_id, message_id) do update set deadline_at = excluded.deadline_at, ask_at = excluded.ask_at, absent_once_at = null,
      batch_id = excluded.batch_id`.execute(tx.db)
}

/** Returns organizations and lines with outcomes to look up now. */
export async function linesToLookUp(system: Db, now: Date): Promise<{ orgId: string; lineId: string }[]> {
  const result = await sql<CamelRow<'unknown_outcome', 'org_id' | 'line_id'>>`
    select distinct org_id as "orgId", line_id as "lineId" from unknown_outcome where ask_at <= ${now}`.execute(system)
  return result.rows
}

/** A message whose outcome is looked up. */
export interface Question {
  messageId: string
  deadlineAt: Date
  absentOnceAt: Date | null
}

/** Takes due lookups and postpones them, so that no other process runs them at the same time. */
export async function takeQuestions(db: Db, lineId: string, now: Date, nextLookupAt: Date): Promise<Question[]> {
  const result = await sql<Question>`
    update unknown_outcome u set ask_at = ${nextLookupAt}
    from (select org_id, message_id from unknown_outcome where line_id = ${lineId} and ask_at <= ${now} limit 500 for update skip locked) t
    where u.org_id = t.org_id and u.message_id = t.message_id
    returning u.message_id as "messageId", u.deadline_at as "deadlineAt", u.absent_once_at as "absentOnceAt"`.execute(
    db,
  )
  return result.rows
}

/**
 * Returns those of these questions that are still as they were taken. A later try of a message whose outcome is unknown too
 * has another deadline, and what the carrier said about the earlier one says nothing about it.
 */
export async function unchangedQuestions(tx: Tx, taken: Question[]): Promise<string[]> {
  const result = await sql<Row<'unknown_outcome', 'message_id'>>`
    select u.message_id from unknown_outcome u join ${asTaken(taken)} on ${isAsTaken} where u.org_id = ${tx.orgId}`.execute(
    tx.db,
  )
  return result.rows.map(({ message_id }) => message_id)
}

/** Records a first absence and when to look it up again, unless there is another question by now. */
export async function noteAbsent(tx: Tx, taken: Question[], lookupAt: Date): Promise<void> {
  await sql`
    update unknown_outcome u set absent_once_at = coalesce(u.absent_once_at, ${tx.world.now()}), ask_at = ${lookupAt}
    from ${asTaken(taken)} where u.org_id = ${tx.orgId} and ${isAsTaken}`.execute(tx.db)
}

/** Postpones lookups to a moment, unless there is another question by now. */
export async function postpone(tx: Tx, taken: Question[], lookupAt: Date): Promise<void> {
  await sql`
    update unknown_outcome u set ask_at = ${lookupAt} from ${asTaken(taken)} where u.org_id = ${tx.orgId} and ${isAsTaken}`.execute(
    tx.db,
  )
}

function asTaken(taken: Question[]): RawBuilder<unknown> {
  const [ids, deadlines] = [taken.map(({ messageId }) => messageId), taken.map(({ deadlineAt }) => deadlineAt)]
  const absences = taken.map(({ absentOnceAt }) => absentOnceAt)
  return sql`unnest(${ids}::uuid[], ${deadlines}::timestamptz[], ${absences}::timestamptz[]) t(id, deadline_at, absent_once_at)`
}

const isAsTaken = sql`(u.message_id = t.id and date_trunc('milliseconds', u.deadline_at) = t.deadline_at
  and date_trunc('milliseconds', u.absent_once_at) is not distinct from t.absent_once_at)`

/** Deletes resolved lookups. */
export async function closeQuestions(tx: Tx, messageIds: string[]): Promise<void> {
  await sql`delete from unknown_outcome where org_id = ${tx.orgId} and message_id = any(${messageIds}::uuid[])`.execute(
    tx.db,
  )
}
