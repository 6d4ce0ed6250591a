import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { DomainEvent } from './define.ts'

/** A position in the log. Transactions are ordered by id, events of one transaction by sequence number. */
export interface LogPosition {
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

/** Returns the end of the log that readers can see now: everything from transactions that can no longer change. */
export async function endOfLog(db: Db): Promise<LogPosition> {
  const result = await sql<{ xid: string }>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid`.execute(db)
  return { xid: result.rows[0]?.xid ?? '0', seq: '9223372036854775807' }
}

/**
 * Reads up to `most` events after a position, in order. An event becomes visible only when every older transaction has
 * ended, so a late commit is never skipped.
 */
export async function readEventsAfter(
  db: Db,
  position: LogPosition,
  most: number,
): Promise<{ events: DomainEvent[]; position: LogPosition }> {
  // Orders by the columns: the bare names would mean the text aliases, which sort 10 before 9.
  const result = await sql<Row>`
    select f.xid::text as xid, f.seq::text as seq, f.org_id, f.name, f.payload from event_log f
    where (f.xid, f.seq) > (${position.xid}::xid8, ${position.seq}::bigint) and f.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by f.xid, f.seq limit ${most}`.execute(db)
  const last = result.rows.at(-1)
  return {
    events: result.rows.map((row) => ({
      orgId: row.org_id,
      name: row.name,
      payload: row.payload,
      position: `${row.xid}.${row.seq}`,
    })),
    position: last ? { xid: last.xid, seq: last.seq } : position,
  }
}
