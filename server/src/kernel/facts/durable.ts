import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Fact } from './define.ts'
import { factsAfter, type Place } from './follow.ts'

/**
 * Deals with up to `most` facts after a follower's stored place; work and place commit together or not at all, so each
 * fact is dealt with once however many processes follow. Answers how many were read; 0 while another process is at it.
 */
export async function dealWithFacts(
  system: Db,
  { follower, most, now }: { follower: string; most: number; now: Date },
  deal: (db: Db, facts: Fact[]) => Promise<void>,
): Promise<number> {
  return system.transaction().execute(async (db) => {
    const found = await sql<Place>`
      select xid::text as xid, seq::text as seq from fact_cursor where follower = ${follower} for update skip locked`.execute(
      db,
    )
    const [place] = found.rows
    if (!place) return 0
    const read = await factsAfter(db, place, most)
    if (read.facts.length === 0) return 0
    await deal(db, read.facts)
    await sql`
      update fact_cursor set xid = ${read.place.xid}::xid8, seq = ${read.place.seq}::bigint, moved_at = ${now}
      where follower = ${follower}`.execute(db)
    return read.facts.length
  })
}

/** Holds a follower where it stands until the caller's transaction ends; answers the place. */
export async function holdFollower(db: Db, follower: string): Promise<Place> {
  const found = await sql<Place>`
    select xid::text as xid, seq::text as seq from fact_cursor where follower = ${follower} for update`.execute(db)
  const [place] = found.rows
  if (!place) throw new Error(`no follower ${follower}`)
  return place
}
