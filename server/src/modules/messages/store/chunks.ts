import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** Most messages in one chunk. */
const CHUNK = 500

/** Waiting messages of one line: where the sender looks, not what it sends. */
export interface Chunk {
  id: string
  lane: number
  messageIds: string[]
}

/** Writes chunks for messages just queued, in their order, split by line. */
export async function addChunks(
  tx: Tx,
  lane: number,
  messages: { id: string; lineId: string }[],
  dueAt?: Date,
): Promise<void> {
  const now = tx.world.now()
  for (const [lineId, ids] of Map.groupBy(messages, (message) => message.lineId)) {
    for (let from = 0; from < ids.length; from += CHUNK) {
      const slice = ids.slice(from, from + CHUNK).map((message) => message.id)
      await sql`
        insert into outgoing_chunk (org_id, id, line_id, lane, message_ids, due_at, created_at)
        values (${tx.orgId}, ${tx.world.id()}, ${lineId}, ${lane}, ${slice}::uuid[], ${dueAt ?? now}, ${now})`.execute(
        tx.db,
      )
    }
  }
}

/** A line with work, and when the first of it is due. */
export interface Working {
  orgId: string
  lineId: string
  dueAt: Date
}

/** Lines that have work due until a moment, of every organization; needs a handle across organizations. */
export async function linesWithWork(system: Db, until: Date): Promise<Working[]> {
  const found = await sql<Working>`
    select org_id as "orgId", line_id as "lineId", min(due_at) as "dueAt" from outgoing_chunk where due_at <= ${until}
    group by org_id, line_id`.execute(system)
  return found.rows
}

/** The next chunks of a line, by lane, then age, leaving out those the sender has already. */
export async function chunksDue(
  db: Db,
  lineId: string,
  { now, except, most }: { now: Date; except: string[]; most: number },
): Promise<Chunk[]> {
  const found = await sql<Chunk>`
    select id, lane, message_ids as "messageIds" from outgoing_chunk
    where line_id = ${lineId} and due_at <= ${now} and not (id = any(${except}::uuid[])) order by lane, id limit ${most}`.execute(
    db,
  )
  return found.rows
}

/**
 * Removes those of these chunks whose messages all have an outcome. The messages are asked, not the caller: a sender that
 * was frozen and lost its line would otherwise remove what the next one has in flight, and nobody would look at it again.
 * A text that waits for its time has a chunk of its own, which bears its id and is kept as long.
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

/** Leaves a chunk alone until a moment. */
export async function rescheduleChunk(tx: Tx, id: string, messageIds: string[], dueAt: Date): Promise<void> {
  await sql`
    update outgoing_chunk set message_ids = ${messageIds}::uuid[], due_at = ${dueAt} where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Puts messages of unknown outcome back into the queue; only for those a carrier says, with authority, it never took. */
export async function restart(tx: Tx, lineId: string, messageIds: string[]): Promise<void> {
  const back = await sql<{ id: string }>`
    update message set state = 'queued', submit_started_at = null where org_id = ${tx.orgId} and id = any(${messageIds}::uuid[]) and state = 'unknown'
    returning id`.execute(tx.db)
  await addChunks(
    tx,
    1,
    back.rows.map((row) => ({ id: row.id, lineId })),
  )
  tx.ring('texts')
}

/** Gives everything that waits on a line to another one: texts not yet handed over go from its number. */
export async function moveToLine(tx: Tx, fromId: string, to: { id: string; phone: string }): Promise<void> {
  const moved = await sql<{ ids: string[] }>`
    update outgoing_chunk set line_id = ${to.id} where org_id = ${tx.orgId} and line_id = ${fromId} returning message_ids as ids`.execute(
    tx.db,
  )
  await sql`
    update message set line_id = ${to.id}, phone_from = ${to.phone}
    where org_id = ${tx.orgId} and id = any(${moved.rows.flatMap((row) => row.ids)}::uuid[]) and line_id = ${fromId}
      and state in ('held', 'scheduled', 'queued')`.execute(tx.db)
  tx.ring('texts')
}
