import { sql, type RawBuilder } from 'kysely'
import type { CamelRow } from '../../../kernel/db/row.ts'
import { recordSet } from '../../../kernel/db/record-set.ts'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/**
 * Freezes the recipients of a run in one statement: every chosen contact once, with the reason where they get nothing.
 * Returns how many get the text.
 */
export async function freezeRecipients(tx: Tx, runId: string, chosen: RawBuilder<unknown>): Promise<number> {
  await sql`
    insert into broadcast_recipient (org_id, run_id, contact_id, phone, language, timezone, location, state, block_reason)
    select ${tx.orgId}::uuid, ${runId}::uuid, h.id, case when h.reason is null then h.phone end, h.language, h.timezone, h.location,
      case when h.reason is null then 'pending' else 'blocked' end, h.reason
    from ${chosen} h`.execute(tx.db)
  const counted = await sql<{ key: string; n: number }>`
    with counted as (
      select state, block_reason, count(*)::int as n from broadcast_recipient
      where org_id = ${tx.orgId} and run_id = ${runId} group by state, block_reason)
    insert into broadcast_tally (org_id, run_id, key, n)
    select ${tx.orgId}::uuid, ${runId}::uuid, k.key, sum(k.n) from (
      select 'state:' || state as key, n from counted
      union all select 'blocked:' || block_reason, n from counted where block_reason is not null) k
    group by k.key returning key, n`.execute(tx.db)
  return counted.rows.find((row) => row.key === 'state:pending')?.n ?? 0
}

/** A recipient whose message is not queued yet. */
export type PendingRecipient = CamelRow<'broadcast_recipient', 'contact_id' | 'language' | 'timezone'> & {
  phone: string
}

/** Returns the next recipients without a message in the zones they have now, each with the one of when the run began, by contact id. */
export async function pendingRecipients(
  tx: Tx,
  runId: string,
  { after, most }: { after: string | null; most: number },
): Promise<(PendingRecipient & { frozenZone: string | null })[]> {
  const result = await sql<PendingRecipient & { frozenZone: string | null }>`
    select r.contact_id as "contactId", r.phone, r.language, r.timezone as "frozenZone", coalesce(c.timezone, case when c.id is null then r.timezone end) as timezone
    from broadcast_recipient r left join contact c on c.org_id = r.org_id and c.id = r.contact_id
    where r.org_id = ${tx.orgId} and r.run_id = ${runId} and r.state = 'pending' and ${after ? sql`r.contact_id > ${after}` : sql`true`}
    order by r.contact_id limit ${most}`.execute(tx.db)
  return result.rows
}

/** A recipient whose message was queued. */
export interface QueuedRecipient {
  contactId: string
  messageId: string
  lineId: string
  segments: number
  state: 'queued' | 'scheduled'
}

/** Records the messages of recipients, and counts them. */
export async function recordQueued(tx: Tx, runId: string, queued: QueuedRecipient[]): Promise<void> {
  const { table } = recordSet(queued, {
    contact_id: ['uuid', (row) => row.contactId],
    message_id: ['uuid', (row) => row.messageId],
    line_id: ['uuid', (row) => row.lineId],
    segments: ['smallint', (row) => row.segments],
    state: ['text', (row) => row.state],
  })
  await sql`
    update broadcast_recipient r set state = record_set.state, message_id = record_set.message_id, line_id = record_set.line_id,
      segments = record_set.segments
    from ${table} where r.org_id = ${tx.orgId} and r.run_id = ${runId} and r.contact_id = record_set.contact_id`.execute(
    tx.db,
  )
  const scheduled = queued.filter((row) => row.state === 'scheduled').length
  await addToTally(tx.db, [
    { orgId: tx.orgId, runId, key: 'state:pending', n: -queued.length },
    { orgId: tx.orgId, runId, key: 'state:queued', n: queued.length - scheduled },
    { orgId: tx.orgId, runId, key: 'state:scheduled', n: scheduled },
    { orgId: tx.orgId, runId, key: 'segments', n: queued.reduce((sum, row) => sum + row.segments, 0) },
  ])
}

/**
 * Joins a contact and those merged into it, as table `person`: where both were recipients of a run, each keeps its row,
 * although texts and answers belong to the kept contact.
 */
export function contactsOf(orgId: string, contactId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral (
    select ${contactId} as id
    union all select o.id from contact o where o.org_id = ${orgId} and o.merged_into = ${contactId}) person`
}

/**
 * Moves what a contact was sent to another, except for runs of which that one is a recipient too, and texts that are not
 * queued yet, because their run has passed the other one by. Returns the runs.
 */
export async function moveRecipients(tx: Tx, fromId: string, toId: string): Promise<string[]> {
  const moved = await sql<{ runId: string }>`
    update broadcast_recipient r set contact_id = ${toId}
    where r.org_id = ${tx.orgId} and r.contact_id = ${fromId} and r.state <> 'pending' and not exists (
      select from broadcast_recipient k where k.org_id = r.org_id and k.run_id = r.run_id and k.contact_id = ${toId})
    returning r.run_id as "runId"`.execute(tx.db)
  return moved.rows.map(({ runId }) => runId)
}

/** Returns what was moved from one contact to another in these runs. */
export async function returnRecipients(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  runIds: string[],
): Promise<void> {
  await sql`
    update broadcast_recipient set contact_id = ${fromId}
    where org_id = ${tx.orgId} and contact_id = ${toId} and run_id = any(${runIds}::uuid[])`.execute(tx.db)
}

/** One change of a count. */
export interface TallyChange {
  orgId: string
  runId: string
  key: string
  n: number
}

/** Adds to the counts of runs, in one order, so that two writers cannot deadlock. */
export async function addToTally(db: Db, changes: TallyChange[]): Promise<void> {
  const summed = new Map<string, TallyChange>()
  for (const change of changes) {
    const key = `${change.runId}|${change.key}`
    summed.set(key, { ...change, n: change.n + (summed.get(key)?.n ?? 0) })
  }
  const rows = [...summed.entries()]
    .filter(([, change]) => change.n !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change)
  if (rows.length === 0) return
  await sql`
    insert into broadcast_tally (org_id, run_id, key, n)
    select * from unnest(${rows.map((row) => row.orgId)}::uuid[], ${rows.map((row) => row.runId)}::uuid[], ${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.n)}::int[])
    on conflict (org_id, run_id, key) do update set n = broadcast_tally.n + excluded.n`.execute(db)
}

/** Cancels recipients of a stopped run that have no message yet; returns how many. */
export async function cancelPending(tx: Tx, runId: string, most: number): Promise<number> {
  const changed = await sql`
    update broadcast_recipient r set state = 'cancelled' from (
      select contact_id from broadcast_recipient where org_id = ${tx.orgId} and run_id = ${runId} and state = 'pending' order by contact_id limit ${most}) p
    where r.org_id = ${tx.orgId} and r.run_id = ${runId} and r.contact_id = p.contact_id returning r.contact_id`.execute(
    tx.db,
  )
  const n = changed.rows.length
  await countCancelled(tx, runId, n)
  return n
}

/** Records whose text waited for another try when the run was stopped. */
export async function noteStoppedTries(tx: Tx, runId: string, messageIds: string[]): Promise<void> {
  if (messageIds.length === 0) return
  await sql`
    update broadcast_recipient r set try_stopped = true from message m ${contactsOf(tx.orgId, sql`m.contact_id`)}
    where m.org_id = ${tx.orgId} and m.id = any(${messageIds}::uuid[]) and r.org_id = m.org_id and r.run_id = ${runId}
      and r.contact_id = person.id and r.message_id = m.id`.execute(tx.db)
}

function countCancelled({ db, orgId }: Tx, runId: string, n: number): Promise<void> {
  return addToTally(db, [
    { orgId, runId, key: 'state:pending', n: -n },
    { orgId, runId, key: 'state:cancelled', n },
  ])
}

/** Records that recipients get no text although they were chosen, because no message could be made for them. */
export async function cancelWithoutMessage(tx: Tx, runId: string, contactIds: string[]): Promise<void> {
  if (contactIds.length === 0) return
  const changed = await sql`
    update broadcast_recipient set state = 'cancelled' where org_id = ${tx.orgId} and run_id = ${runId}
      and contact_id = any(${contactIds}::uuid[]) and state = 'pending' returning contact_id`.execute(tx.db)
  await countCancelled(tx, runId, changed.rows.length)
}

/** Saves the zones by which the texts of recipients were timed. */
export async function saveZones(
  tx: Tx,
  recipients: { runId: string; contactId: string; to: string | null }[],
): Promise<void> {
  await sql`
    update broadcast_recipient r set timezone = t.timezone
    from unnest(${recipients.map(({ runId }) => runId)}::uuid[], ${recipients.map(({ contactId }) => contactId)}::uuid[],
      ${recipients.map(({ to }) => to)}::text[]) t(run_id, contact_id, timezone)
    where r.org_id = ${tx.orgId} and r.run_id = t.run_id and r.contact_id = t.contact_id`.execute(tx.db)
}

interface ExactCounts {
  handedOff: number
  remaining: number
  /** Texts on their way to a carrier. */
  marked: string[]
}

/**
 * Counts the texts of runs that carriers have or are getting, and the recipients who wait, from the messages
 * themselves: after their batches were closed in the same transaction, both numbers are final, except for the texts in
 * `marked`, which are counted as handed off and may still return. So are those of unknown outcome, which are cancelled or
 * wait if their carrier says later that it never got them. Texts that a member sent again leave whatever becomes of the batch.
 */
export async function exactCounts(tx: Tx, runIds: string[]): Promise<ExactCounts> {
  const result = await sql<ExactCounts>`
    select coalesce(array_agg(m.id) filter (where m.state = 'submitting' and m.held_by is not null), '{}') as marked,
      count(*) filter (where coalesce(m.state, r.state) in ('pending', 'queued', 'held', 'scheduled') and (m.id is null or m.held_by is not null))::int as remaining,
      count(*) filter (where m.state in ('submitting', 'unknown', 'submitted', 'sent', 'delivered', 'undelivered', 'failed')
        or (m.state in ('queued', 'held', 'scheduled') and m.held_by is null))::int as "handedOff"
    from broadcast_recipient r left join message m on m.org_id = r.org_id and m.id = r.message_id
    where r.org_id = ${tx.orgId} and r.run_id = any(${runIds}::uuid[]) and r.state <> 'blocked'`.execute(tx.db)
  return result.rows[0] ?? { handedOff: 0, remaining: 0, marked: [] }
}

/** Deletes what erased contacts were sent, and takes them out of the counts. */
export async function deleteRecipients(tx: Tx, contactIds: string[]): Promise<void> {
  const deleted = await sql<{ run_id: string; state: string; block_reason: string | null; marks: string[] }>`
    delete from broadcast_recipient where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])
    returning run_id, state, block_reason, array_remove(array[
      case when replied_at is not null then 'replied' end, case when clicked_at is not null then 'clicked' end,
      case when answered_at is not null then 'answered' end, case when opted_out_at is not null then 'opted_out' end], null) as marks`.execute(
    tx.db,
  )
  await addToTally(
    tx.db,
    deleted.rows.flatMap(({ run_id: runId, state, block_reason: reason, marks }) =>
      [`state:${state}`, ...(reason ? [`blocked:${reason}`] : []), ...marks].map((key) => ({
        orgId: tx.orgId,
        runId,
        key,
        n: -1,
      })),
    ),
  )
}
