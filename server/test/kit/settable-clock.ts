import pg from 'pg'
import { CLOCK_SHIFT_HOURS } from './shifted-clock.ts'

/** The clock of one test database. */
export interface SettableClock {
  /** Sets it ahead of the real time, or back with a negative number, in ms. */
  set(aheadMs: number): Promise<void>
}

/**
 * Replaces the clock of a test database for every connection that is opened later: functions that statements find
 * before PostgreSQL's own, because their schema comes first in the search path, after `public` for new tables.
 */
export async function makeClockSettable(databaseUrl: string): Promise<SettableClock> {
  const run = async (statement: string) => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const name = new URL(databaseUrl).pathname.slice(1)
  await run(`
    create schema settable_clock;
    grant usage on schema settable_clock to public;
    create table settable_clock.ahead as select interval '${CLOCK_SHIFT_HOURS} hours' as by;
    grant select on settable_clock.ahead to public;
    create function settable_clock.clock_timestamp() returns timestamptz volatile
      return pg_catalog.clock_timestamp() + (select by from settable_clock.ahead);
    create function settable_clock.now() returns timestamptz stable
      return pg_catalog.now() + (select by from settable_clock.ahead);
    alter database ${name} set search_path = public, settable_clock, pg_catalog`)
  return {
    set: (aheadMs) =>
      run(`
        update settable_clock.ahead set by = interval '${CLOCK_SHIFT_HOURS} hours' + interval '${aheadMs} milliseconds'`),
  }
}
