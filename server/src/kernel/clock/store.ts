import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** What the processes agreed on about the time. */
export interface AgreedTime {
  /** The clock of the database. */
  at: Date
  /** The latest time at which a process was running. */
  seenAt: Date
  /** How far the database's clock is from the time of the product; 0 unless a step waits to be resolved. */
  stepMs: number
  noticedAt: Date | null
  /** When, by the database's clock, a person last said that this clock is right. */
  confirmedAt: Date | null
}

// Without a schema, so that a test can put its own clock in front.
const columns = sql`clock_timestamp() as at, seen_at as "seenAt", step_ms as "stepMs", noticed_at as "noticedAt", confirmed_at as "confirmedAt"`

/** Reads the clock of the database and what was agreed on; the first reading of a database begins the agreement. */
export async function readAgreedTime(system: Db): Promise<AgreedTime> {
  const { rows } = await sql<AgreedTime>`select ${columns} from product_clock`.execute(system)
  if (rows[0]) return rows[0]
  await sql`insert into product_clock (seen_at) values (clock_timestamp()) on conflict do nothing`.execute(system)
  return readAgreedTime(system)
}

/** Records that a process is running. */
export async function recordSeen(system: Db, at: Date): Promise<void> {
  await sql`update product_clock set seen_at = ${at} where step_ms = 0 and seen_at < ${at}`.execute(system)
}

/** Records a step in place of an earlier one (0: none). Returns whether this process was the first to record it. */
export async function recordStep(
  system: Db,
  { fromMs, toMs, at }: { fromMs: number; toMs: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update product_clock set step_ms = ${Math.round(toMs)}, noticed_at = ${toMs === 0 ? null : at}
    where step_ms = ${fromMs} returning id`.execute(system)
  return rows.length > 0
}

/** Makes the database's clock the right one. Returns the step that this ends, in ms, or undefined without one. */
export async function confirmDatabaseClock(system: Db): Promise<number | undefined> {
  const { rows } = await sql<{ stepMs: number }>`
    update product_clock set step_ms = 0, noticed_at = null, confirmed_at = clock_timestamp(), seen_at = clock_timestamp()
    where step_ms <> 0 returning old.step_ms as "stepMs"`.execute(system)
  return rows[0]?.stepMs
}
