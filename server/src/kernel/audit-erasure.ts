import { sql } from 'kysely'
import type { Tx } from './scope.ts'

/** Erases the details of entries with their salts, so that no value can be guessed from its commitment. */
export async function eraseDetails(tx: Tx, ids: string[]): Promise<void> {
  await sql`update audit_entry set detail = '{}', salt = null where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(
    tx.db,
  )
}
