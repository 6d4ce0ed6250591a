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
    await sql`
      update event_cursor set xid = ${read.position.xid}::xid8, seq = ${read.position.seq}::bigint, moved_at = ${now}
      where follower = ${follower}`.execute(db)
    return read.events.length
  })
}

/** Locks a follower's cursor until the caller's transaction ends; returns its position. */
export async function lockFollower(db: Db, follower: string): Promise<LogPosition> {
  const result = await sql<LogPosition>`
    select xid::text as xid, seq::text as seq from event_cursor where follower = ${follower} for update`.execute(db)
  const [position] = result.rows
  if (!position) throw new Error(`no follower ${follower}`)
  return position
}
