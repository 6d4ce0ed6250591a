import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/**
 * Lets merges, erasures and transfers of a contact wait for each other. Each of them locks texts, consent, contacts and its
 * own rows in another order, so all of them call this after `lockHolds` and before they lock anything else (ADR 0158).
 */
export async function lockIdentities(tx: Tx, contactIds: readonly string[]): Promise<void> {
  const ids = [...new Set(contactIds.map((id) => id.toLowerCase()))].toSorted()
  for (const id of ids)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`identity|${tx.orgId}|${id}`}, 0))`.execute(tx.db)
}
