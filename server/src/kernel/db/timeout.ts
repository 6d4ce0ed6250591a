import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * How long a statement may run and a transaction may stay open, in ms. Followers of the event log wait for the oldest
 * open transaction, so one that stays open delays the events of every organization.
 */
export const TIME_LIMITS = { statement: 15_000, transaction: 20_000 }

/**
 * Lets this transaction run for 5 minutes, enough for a large group or a long thread. The reason, a fixed sentence, is
 * shown as the application name of the connection while the transaction runs. PostgreSQL does not restart a running
 * timer when its setting changes, so the timer is first turned off.
 */
export async function allowLong(tx: Db, reason: string): Promise<void> {
  await sql`
    select set_config('statement_timeout', '5min', true), set_config('transaction_timeout', '0', true),
      set_config('transaction_timeout', '5min', true), set_config('application_name', ${reason}, true)`.execute(tx)
}
