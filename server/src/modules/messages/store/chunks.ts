import { statesBefore } from '@crewline/contract/message-states'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { LANE } from '../rules.ts'
import { raiseRevision } from './revision.ts'

/** The maximum number of messages in a chunk. */
const CHUNK = 500

/** Waiting messages of one line. The sender uses it to find messages, not as their content. */
export interface Chunk {
  id: string
  lane: number
  messageIds: string[]
}

/** Writes chunks for newly queued messages, in order, split by line and batch. */
export async function addChunks(
  tx: Tx,
  lane: number,
  messages: { id: string; lineId: string; heldBy?: string | null }[],
  dueAt?: Date,
): Promise<void> {
  const now = tx.world.now()
  for (const together of Map.groupBy(messages, ({ lineId, heldBy }) => `${lineId}|${heldBy ?? ''}`).values()) {
    const [{ lineId, heldBy } = { lineId: '', heldBy: null }] = together
    for (let from = 0; from < together.length; from += CHUNK) {
      const slice = together.slice(from, from + CHUNK).map((message) => message.id)
      await sql`
        insert into outgoing_chunk (org_id, id, line_id, lane, message_ids, batch_id, due_at, created_at)
        values (${tx.orgId}, ${tx.world.id()}, ${lineId}, ${lane}, ${slice}::uuid[], ${heldBy ?? null}, ${dueAt ?? now}, ${now})`.execute(
        tx.db,
      )
    }
  }
}

/** A line with work, and when its first chunk is due. */
export interface Working {
  orgId: string
  lineId: string
  dueAt: Date
}

/** Whether chunk `c` has no text that waits for a time or expires at one: what may be sent while the time is in doubt. */
export const isTimeless = sql`not exists (
  select from message m where m.org_id = c.org_id and m.id = any(c.message_ids) and (m.due_at is not null or m.expires_at is not null))`

/** Whether chunk `c` belongs to no batch, or to one that is neither paused nor stopped. */
const isOpenBatch = sql`(c.batch_id is null or not exists (
  select from message_batch b where b.org_id = c.org_id and b.id = c.batch_id and b.state <> 'open'))`

/**
 * Whether chunk `c` may be sent although its organization is past due or needs a plan: then only answers are, such as to
 * STOP and HELP. Everything else waits until it has paid.
 */
const isNotOnHold = sql`(c.lane = ${sql.lit(LANE.answer)} or exists (
  select from organization o where o.id = c.org_id and o.status <> 'past_due' and not o.need_billing))`

/**
 * Returns the lines of all organizations with work due until a moment. Needs a database handle across organizations.
 * While the time is in doubt, texts that have one are no work.
 */
export async function linesWithWork(system: Db, until: Date, isTimeInDoubt: boolean): Promise<Working[]> {
  const result = await sql<Working>`
    select org_id as "orgId", line_id as "lineId", min(due_at) as "dueAt" from outgoing_chunk c
    where due_at <= ${until} and ${isOpenBatch} and ${isNotOnHold} and ${isTimeInDoubt ? isTimeless : sql`true`} group by org_id, line_id`.execute(
    system,
  )
  return result.rows
}

/** Which chunks of a line a sender wants: at most so many, without those it has. */
interface Wanted {
  lineId: string
  except: string[]
  most: number
}

/**
 * Returns for each wish the next chunks of its line by lane, then age. While the time is in doubt, chunks with texts that
 * have one wait.
 */
export async function chunksDue(
  db: Db,
  wanted: Wanted[],
  { now, isTimeInDoubt }: { now: Date; isTimeInDoubt: boolean },
): Promise<Chunk[][]> {
  const lineIds = wanted.map(({ lineId }) => lineId)
  const most = wanted.map((of_) => of_.most)
  const result = await sql<Chunk & { place: number }>`
    select w.place::int as place, n.id, n.lane, n.message_ids as "messageIds"
    from unnest(${lineIds}::uuid[], ${most}::int[]) with ordinality w(line_id, most, place) cross join lateral (
      select id, lane, message_ids from outgoing_chunk c
      where line_id = w.line_id and due_at <= ${now} and not (id = any(${wanted.flatMap(({ except }) => except)}::uuid[]))
        and ${isOpenBatch} and ${isNotOnHold} and ${isTimeInDoubt ? isTimeless : sql`true`} order by lane, id limit w.most) n
    order by w.place, n.lane, n.id`.execute(db)
  const byPlace = Map.groupBy(result.rows, ({ place }) => place)
  return wanted.map((_, nth) => (byPlace.get(nth + 1) ?? []).map(({ place: _place, ...chunk }) => chunk))
}

/** Returns chunks of a line by id, after one of them, whether they may be sent or not. */
export async function chunksOfLine(
  db: Db,
  lineId: string,
  { after, most }: { after: string; most: number },
): Promise<Pick<Chunk, 'id' | 'messageIds'>[]> {
  const result = await sql<Pick<Chunk, 'id' | 'messageIds'>>`
    select id, message_ids as "messageIds" from outgoing_chunk
    where line_id = ${lineId} and id > ${after} order by id limit ${most}`.execute(db)
  return result.rows
}

/**
 * Deletes the given chunks whose messages all have an outcome. The check reads the messages and does not trust the
 * caller: a sender that froze and lost its line would otherwise delete chunks that its successor has in flight, and
 * their messages would never be sent. A message that waits for its time has its own chunk with the same id, which is
 * kept as long.
 */
export async function dropChunks(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await sql`
      delete from outgoing_chunk c where c.org_id = ${tx.orgId} and c.id = any(${ids}::uuid[]) and not exists (
        select from message m where m.org_id = c.org_id and m.id = any(c.message_ids)
          and (m.state in ('queued', 'submitting') or (m.state in ('held', 'scheduled') and m.id = c.id)))`.execute(
      tx.db,
    )
}

/** Makes a chunk due again at a later moment. */
export async function rescheduleChunk(tx: Tx, id: string, messageIds: string[], dueAt: Date): Promise<void> {
  await sql`
    update outgoing_chunk set message_ids = ${messageIds}::uuid[], due_at = ${dueAt} where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Makes the broadcasts that wait on a line due again at a later moment. */
export async function postponeBroadcasts(tx: Tx, lineId: string, dueAt: Date): Promise<void> {
  await sql`
    update outgoing_chunk set due_at = ${dueAt} where org_id = ${tx.orgId} and line_id = ${lineId} and lane = 2 and due_at < ${dueAt}`.execute(
    tx.db,
  )
}

/**
 * Makes broadcasts of a line that wait until this moment due now. A text with a time of its own in them waits on: the
 * sender checks each text.
 */
export async function advanceBroadcasts(tx: Tx, lineId: string, until: Date): Promise<void> {
  const now = tx.world.now()
  await sql`
    update outgoing_chunk set due_at = ${now} where org_id = ${tx.orgId} and line_id = ${lineId} and lane = 2
      and due_at > ${now} and due_at <= ${until}`.execute(tx.db)
  tx.wakeUp('texts')
}

/** Locks those of these messages whose outcome is still unknown, in the order they were created, and returns their ids. */
export async function lockUnknown(tx: Tx, messageIds: string[]): Promise<string[]> {
  const result = await sql<Row<'message', 'id'>>`
    select id from message where org_id = ${tx.orgId} and id = any(${messageIds}::uuid[]) and state = any(${statesBefore('never arrived')})
    order by id for update`.execute(tx.db)
  return result.rows.map(({ id }) => id)
}

/** Puts messages of unknown outcome back into the queue; returns their ids. */
export async function requeueUnknown(tx: Tx, lineId: string, messageIds: string[]): Promise<string[]> {
  const back = await sql<CamelRow<'message', 'id' | 'held_by'>>`
    update message set ${raiseRevision}, state = 'queued', submit_started_at = null where org_id = ${tx.orgId} and id = any(${messageIds}::uuid[]) and state = any(${statesBefore('never arrived')})
    returning id, held_by as "heldBy"`.execute(tx.db)
  await addChunks(
    tx,
    1,
    back.rows.map((row) => ({ ...row, lineId })),
  )
  tx.wakeUp('texts')
  return back.rows.map(({ id }) => id)
}

/** Moves everything that waits on a line to another line. Messages not yet handed off are sent from the new number. */
export async function moveToLine(tx: Tx, fromId: string, to: { id: string; phone: string }): Promise<void> {
  const moved = await sql<{ ids: string[] }>`
    update outgoing_chunk set line_id = ${to.id} where org_id = ${tx.orgId} and line_id = ${fromId} returning message_ids as ids`.execute(
    tx.db,
  )
  await sql`
    update message set ${raiseRevision}, line_id = ${to.id}, phone_from = ${to.phone}
    where org_id = ${tx.orgId} and id = any(${moved.rows.flatMap((row) => row.ids)}::uuid[]) and line_id = ${fromId}
      and state = any(${statesBefore('submit')})`.execute(tx.db)
  tx.wakeUp('texts')
}
