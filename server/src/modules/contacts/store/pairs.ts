import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Records that two contacts are different people. Returns false when that was already recorded. */
export async function dismissPair(tx: Tx, ids: [string, string], userId: string): Promise<boolean> {
  const [low, high] = ids.toSorted()
  const added = await sql`
    insert into contact_pair_dismissed (org_id, low_id, high_id, by_user, at)
    values (${tx.orgId}, ${low}, ${high}, ${userId}, ${tx.world.now()}) on conflict do nothing returning low_id`.execute(
    tx.db,
  )
  return added.rows.length > 0
}

/** Deletes the dismissed pairs of erased contacts. */
export async function deleteDismissedPairs(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    delete from contact_pair_dismissed where org_id = ${tx.orgId} and (low_id = any(${contactIds}::uuid[]) or high_id = any(${contactIds}::uuid[]))`.execute(
    tx.db,
  )
}
