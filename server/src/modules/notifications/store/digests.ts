import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A digest that is due, as it was read. */
export interface DueDigest {
  orgId: string
  userId: string
  digest: string
  checkedAt: Date
}

/**
 * Takes a digest: of several processes, and after a restart, only the first gets true. `until` is how far the digest reports;
 * null when none is sent. False also when the member chose something else or left meanwhile.
 */
export async function takeDigest(
  system: Db,
  { orgId, userId, digest, checkedAt }: DueDigest,
  { now, until }: { now: Date; until: Date | null },
): Promise<boolean> {
  const taken = await sql`
    update notification_pref n set digest_checked_at = ${now}, digest_until = coalesce(${until}::timestamptz, n.digest_until)
    where n.org_id = ${orgId} and n.user_id = ${userId} and n.prefs->>'digest' = ${digest} and n.digest_checked_at = ${checkedAt}
      and exists (select from member b where b.org_id = n.org_id and b.user_id = n.user_id and b.status = 'active')
    returning n.user_id`.execute(system)
  return taken.rows.length > 0
}

/** Turns off the digest of a member. Returns whether it was on. */
export async function turnOffDigest(tx: Tx, userId: string): Promise<string | undefined> {
  const changed = await sql<{ digest: string }>`
    update notification_pref set prefs = prefs || '{"digest": "off"}', changed_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and user_id = ${userId} and prefs->>'digest' <> 'off' returning old.prefs->>'digest' as digest`.execute(
    tx.db,
  )
  return changed.rows[0]?.digest
}
