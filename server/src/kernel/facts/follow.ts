import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Fact } from './define.ts'

/** A place in the log. Transactions are ordered by their id, facts of one transaction by their number. */
export interface Place {
  xid: string
  seq: string
}

interface Row {
  xid: string
  seq: string
  org_id: string
  name: string
  payload: object
}

/** The end of the log as a reader may see it now: everything of transactions that can no longer change. */
export async function endOfLog(db: Db): Promise<Place> {
  const found = await sql<{ xid: string }>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid`.execute(db)
  return { xid: found.rows[0]?.xid ?? '0', seq: '9223372036854775807' }
}

/**
 * Reads up to `most` facts after a place, in order. A fact shows only when every older transaction has ended, so a
 * commit that comes late is never skipped.
 */
export async function factsAfter(db: Db, place: Place, most: number): Promise<{ facts: Fact[]; place: Place }> {
  // Ordered by the columns: a bare name would mean the text of the same name, in which 10 comes before 9.
  const found = await sql<Row>`
    select f.xid::text as xid, f.seq::text as seq, f.org_id, f.name, f.payload from fact f
    where (f.xid, f.seq) > (${place.xid}::xid8, ${place.seq}::bigint) and f.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by f.xid, f.seq limit ${most}`.execute(db)
  const last = found.rows.at(-1)
  return {
    facts: found.rows.map((row) => ({
      orgId: row.org_id,
      name: row.name,
      payload: row.payload,
      place: `${row.xid}.${row.seq}`,
    })),
    place: last ? { xid: last.xid, seq: last.seq } : place,
  }
}
