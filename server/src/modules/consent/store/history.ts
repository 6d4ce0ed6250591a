import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { append, type ConsentEntry } from './chain.ts'
import { lockConsent } from './consent-status.ts'

/** Appends an entry to the history of a number. The number stays locked until the transaction ends. */
export async function note(tx: Tx, entry: ConsentEntry): Promise<void> {
  await recordEntries(tx, [entry])
}

/**
 * Appends one entry for each number to its own chain, in one statement. The numbers stay locked until the transaction
 * ends. Each number may occur only once.
 */
export async function recordEntries(tx: Tx, entries: ConsentEntry[]): Promise<void> {
  if (entries.length === 0) return
  await lockConsent(
    tx,
    entries.map((entry) => entry.phone),
  )
  await append(tx, entries)
}

/** Returns how many HELP of a number were recorded since a moment, without the one of a message. */
export async function countHelp(
  tx: Tx,
  phone: string,
  { since, exceptMessageId }: { since: Date; exceptMessageId: string },
): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from consent_event where org_id = ${tx.orgId} and phone = ${phone} and action = 'help'
      and at > ${since} and message_id is distinct from ${exceptMessageId}::uuid`.execute(tx.db)
  return result.rows[0]?.n ?? 0
}
