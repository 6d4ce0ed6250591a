import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Notes that two contacts are two people; noting it again changes nothing. Answers whether it was news. */
export async function dismissPair(tx: Tx, ids: [string, string], personId: string): Promise<boolean> {
  const [low, high] = ids.toSorted()
  const noted = await sql`
    insert into contact_pair_dismissed (org_id, low_id, high_id, by_person, at)
    values (${tx.orgId}, ${low}, ${high}, ${personId}, ${tx.world.now()}) on conflict do nothing returning low_id`.execute(
    tx.db,
  )
  return noted.rows.length > 0
}
