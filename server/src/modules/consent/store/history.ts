import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { append, type ConsentEntry } from './chain.ts'
import { holdStanding } from './standing.ts'

/** Adds to the history of a number, chained to its last entry; the number stays locked until the transaction ends. */
export async function note(tx: Tx, entry: ConsentEntry): Promise<void> {
  await noteMany(tx, [entry])
}

/**
 * Adds one entry for each of these numbers, each chained to the last of its own number, in one statement for all of them;
 * the numbers stay locked until the transaction ends. A number may be named once only.
 */
export async function noteMany(tx: Tx, entries: ConsentEntry[]): Promise<void> {
  if (entries.length === 0) return
  await holdStanding(
    tx,
    entries.map((entry) => entry.phone),
  )
  await append(tx, entries)
}

/** Whether a worker's HELP was noted since a moment, before this message: it is answered once an hour. */
export async function helpedSince(tx: Tx, phone: string, since: Date, messageId: string): Promise<boolean> {
  const found = await sql`
    select from consent_event where org_id = ${tx.orgId} and phone = ${phone} and action = 'help' and at > ${since}
      and message_id is distinct from ${messageId}::uuid limit 1`.execute(tx.db)
  return found.rows.length > 0
}
