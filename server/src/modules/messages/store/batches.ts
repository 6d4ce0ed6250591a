import { statesBefore } from '@crewline/contract/message-states'
import { sql } from 'kysely'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { amongIds } from './keys.ts'
import { stateOfLastTry } from './retries.ts'
import { raiseRevision } from './revision.ts'

/** Creates a batch, messages that are paused and stopped together, unless there is one. */
export async function addBatch(tx: Tx, id: string): Promise<void> {
  await sql`insert into message_batch (org_id, id) values (${tx.orgId}, ${id}) on conflict do nothing`.execute(tx.db)
}

/**
 * Changes the state of a batch. Once the caller's transaction has committed, no message of a paused or stopped batch
 * becomes `submitting`; those that are already may still be written, until `untilWritten` returns. A stopped batch stays
 * stopped.
 */
export async function setBatchState(tx: Tx, id: string, state: 'open' | 'paused' | 'stopped'): Promise<void> {
  await sql`
    update message_batch set state = ${state} where org_id = ${tx.orgId} and id = ${id} and state <> 'stopped'`.execute(
    tx.db,
  )
  if (state === 'open') tx.wakeUp('texts')
}

/** Takes locked messages out of the control of their batches, which still count them. Their chunks must follow. */
export async function leaveBatch(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update message m set ${raiseRevision}, held_by = null where org_id = ${tx.orgId} and ${amongIds(ids)} and held_by is not null`.execute(
    tx.db,
  )
}

/** Locks these batches against pausing and stopping, and returns those in a state. */
export async function lockBatchesIn(tx: Tx, state: 'open' | 'stopped', ids: string[]): Promise<Set<string>> {
  const result = await sql<Row<'message_batch', 'id' | 'state'>>`
    select id, state from message_batch where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) order by id for share`.execute(
    tx.db,
  )
  return new Set(result.rows.filter((row) => row.state === state).map((row) => row.id))
}

/**
 * Returns messages of a batch that no carrier has, by the chunks that wait for the sender: every message that can still
 * be sent is in one.
 */
export async function unsentOfBatch(tx: Tx, batchId: string, most: number): Promise<string[]> {
  const result = await sql<Row<'message', 'id'>>`
    select m.id from outgoing_chunk c cross join lateral (
      select w.id from message w where w.org_id = c.org_id and w.id = any(c.message_ids) and w.state = any(${statesBefore('cancel')})) m
    where c.org_id = ${tx.orgId} and c.batch_id = ${batchId} limit ${most}`.execute(tx.db)
  return result.rows.map((row) => row.id)
}

/** Returns the messages of a batch that are marked and have no outcome yet, by the chunks that wait for them. */
export async function markedOfBatch(tx: Tx, batchId: string): Promise<string[]> {
  const result = await sql<Row<'message', 'id'>>`
    select m.id from outgoing_chunk c cross join lateral (
      select w.id from message w where w.org_id = c.org_id and w.id = any(c.message_ids) and w.state = 'submitting') m
    where c.org_id = ${tx.orgId} and c.batch_id = ${batchId}`.execute(tx.db)
  return result.rows.map((row) => row.id)
}

/**
 * Ends those of these messages that no carrier has now: as cancelled, or as not delivered where a try has failed before. For a
 * stopped batch: its chunks must be dropped afterward.
 */
export async function cancelUnsent(tx: Tx, ids: string[]): Promise<{ id: string; isTried: boolean }[]> {
  const result = await sql<{ id: string; isTried: boolean }>`
    update message m set ${raiseRevision}, state = case when m.retries > 0 then ${stateOfLastTry} else 'cancelled' end,
      due_at = null, hold_reason = null, settled_at = ${tx.world.now()}
    from (select l.id from message l where l.org_id = ${tx.orgId} and l.id = any(${ids}::uuid[])
      and l.state = any(${statesBefore('cancel')}) order by l.id for update) locked
    where m.org_id = ${tx.orgId} and ${amongIds(ids)} and m.id = locked.id returning m.id, m.retries > 0 as "isTried"`.execute(
    tx.db,
  )
  return result.rows
}

/**
 * Returns those of these messages that were stopped with their batch, with their batch. Locks the batches of all of them, so that a
 * stop either is seen here or finds the messages as the caller leaves them.
 */
export async function amongStopped(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const result = await sql<Row<'message', 'id' | 'held_by', { held_by: string }>>`
    select id, held_by from message m where m.org_id = ${tx.orgId} and ${amongIds(ids)} and held_by is not null`.execute(
    tx.db,
  )
  if (result.rows.length === 0) return new Map()
  const stopped = await lockBatchesIn(tx, 'stopped', [...new Set(result.rows.map((row) => row.held_by))])
  return new Map(result.rows.filter((row) => stopped.has(row.held_by)).map((row) => [row.id, row.held_by]))
}

/** Deletes the chunks of a stopped batch whose messages all have an outcome. */
export async function dropChunksOfBatch(tx: Tx, batchId: string): Promise<void> {
  await sql`
    delete from outgoing_chunk c where c.org_id = ${tx.orgId} and c.batch_id = ${batchId} and not exists (
      select from message m where m.org_id = c.org_id and m.id = any(c.message_ids)
        and m.state in ('queued', 'submitting', 'held', 'scheduled'))`.execute(tx.db)
}

/**
 * Takes the chunks that are left of a stopped batch out of it, and makes them due. Their messages were marked, and if the
 * process that marked them has died, only a sender that opens the chunk gives them an outcome: it leaves out those of a
 * stopped batch. For use when nothing of the batch waits any more.
 */
export async function releaseMarked(tx: Tx, batchId: string): Promise<void> {
  const released = await sql<{ id: string }>`
    update outgoing_chunk set batch_id = null, due_at = least(due_at, ${tx.world.now()})
    where org_id = ${tx.orgId} and batch_id = ${batchId} returning id`.execute(tx.db)
  if (released.rows.length > 0) tx.wakeUp('texts')
}
