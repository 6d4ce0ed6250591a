import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { DomainEvent } from './define.ts'
import { readEventsAfter, type LogPosition } from './read.ts'

/**
 * Processes up to `most` events after a follower's stored position. Work and position commit together, so each event is
 * processed once, regardless of how many processes follow. Returns how many were read; 0 while another process is at
 * work.
 */
export async function consumeEvents(
  system: Db,
  { follower, most, now }: { follower: string; most: number; now: Date },
  deal: (db: Db, events: DomainEvent[]) => Promise<void>,
): Promise<number> {
  return system.transaction().execute(async (db) => {
    const result = await sql<LogPosition>`
      select xid::text as xid, seq::text as seq from event_cursor where follower = ${follower} for update skip locked`.execute(
      db,
    )
    const [position] = result.rows
    if (!position) return 0
    const read = await readEventsAfter(db, position, most)
    if (read.events.length === 0) return 0
    await deal(db, read.events)
    await moveTo(db, { follower, position: read.position, now })
    return read.events.length
  })
}

/**
 * Like `consumeEvents`, for work in transactions of its own that takes long and changes nothing when it is repeated: after a
 * crash the same events are read again. No row is locked meanwhile, because a transaction that wrote or locked something holds
 * up the event log for every reader as long as it is open.
 */
export async function repeatEvents(
  system: Db,
  { follower, most, now }: { follower: string; most: number; now: Date },
  deal: (events: DomainEvent[]) => Promise<void>,
): Promise<number> {
  return system.transaction().execute(async (db) => {
    const result = await sql<LogPosition & { isMine: boolean }>`
      select xid::text as xid, seq::text as seq, pg_try_advisory_xact_lock(hashtextextended(${`follower|${follower}`}, 0)) as "isMine"
      from event_cursor where follower = ${follower}`.execute(db)
    if (!result.rows[0]?.isMine) return 0
    // Read again under the lock: another process may have moved it in between.
    const position = await readPosition(db, follower)
    const read = await readEventsAfter(db, position, most)
    if (read.events.length === 0) return 0
    await deal(read.events)
    await moveTo(db, { follower, position: read.position, now })
    return read.events.length
  })
}

async function readPosition(db: Db, follower: string): Promise<LogPosition> {
  const result = await sql<LogPosition>`
    select xid::text as xid, seq::text as seq from event_cursor where follower = ${follower}`.execute(db)
  const [position] = result.rows
  if (!position) throw new Error(`no follower ${follower}`)
  return position
}

async function moveTo(
  db: Db,
  { follower, position, now }: { follower: string; position: LogPosition; now: Date },
): Promise<void> {
  await sql`
    update event_cursor set xid = ${position.xid}::xid8, seq = ${position.seq}::bigint, moved_at = ${now}
    where follower = ${follower}`.execute(db)
}

/** Locks a follower's cursor until the caller's transaction ends; returns its position. */
export async function lockFollower(db: Db, follower: string): Promise<LogPosition> {
  const result = await sql<LogPosition>`
    select xid::text as xid, seq::text as seq from event_cursor where follower = ${follower} for update`.execute(db)
  const [position] = result.rows
  if (!position) throw new Error(`no follower ${follower}`)
  return position
}
