import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/**
 * Notes into whom a worker was merged, for them and for whoever was merged into them before, so that one step leads to who is
 * left; answers those others. Null takes it back.
 */
export async function noteMergedInto(tx: Tx, id: string, into: string | null): Promise<string[]> {
  await sql`update contact set merged_into = ${into} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
  if (into === null) return []
  const followed = await sql<{ id: string }>`
    update contact set merged_into = ${into} where org_id = ${tx.orgId} and merged_into = ${id} returning id`.execute(
    tx.db,
  )
  return followed.rows.map((row) => row.id)
}

/** Leads those who were merged into a worker back to them. */
export async function followAgain(tx: Tx, ids: string[], into: string): Promise<void> {
  await sql`
    update contact set merged_into = ${into} where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and erased_at is null`.execute(
    tx.db,
  )
}

/** Lets workers who came to own a number only share it again, where it is one of these and theirs still. */
export async function shareAgain(tx: Tx, ids: string[], phones: string[]): Promise<void> {
  await sql`
    update contact set shares_phone = true, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and phone = any(${phones}::text[]) and not shares_phone and archived_at is null`.execute(
    tx.db,
  )
}
