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
