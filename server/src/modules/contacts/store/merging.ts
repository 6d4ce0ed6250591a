import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Row } from '../../../kernel/db/row.ts'

/**
 * Records into which contact another was merged, also for contacts merged into it before, so that one step leads to the
 * kept contact. Returns those earlier ones. Null reverts it.
 */
export async function noteMergedInto(tx: Tx, id: string, into: string | null): Promise<string[]> {
  await sql`update contact set merged_into = ${into} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
  if (into === null) return []
  const followed = await sql<Row<'contact', 'id'>>`
    update contact set merged_into = ${into} where org_id = ${tx.orgId} and merged_into = ${id} returning id`.execute(
    tx.db,
  )
  return followed.rows.map((row) => row.id)
}

/** Points contacts that were merged into this contact back to it. */
export async function restoreMergedInto(tx: Tx, ids: string[], into: string): Promise<void> {
  await sql`
    update contact set merged_into = ${into} where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and erased_at is null`.execute(
    tx.db,
  )
}

/** Makes contacts share a number again that they had come to own, if it is one of these numbers and still theirs. */
export async function restoreSharing(tx: Tx, ids: string[], phones: string[]): Promise<void> {
  await sql`
    update contact set shares_phone = true, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and phone = any(${phones}::text[]) and not shares_phone and archived_at is null`.execute(
    tx.db,
  )
}
