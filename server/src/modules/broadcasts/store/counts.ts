import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { hasAudienceChanged } from '../../groups/index.ts'
import type { ChosenCounts } from '../views/chosen.ts'

/** How long a count is used at most, in ms: the figure of missing consents follows only what changes audiences. */
const USED_MS = 3_600_000

const EVERYONE = '00000000-0000-0000-0000-000000000000'

/** What is kept of a count. The longest texts are kept once a count needed them. */
export interface StoredCounts extends ChosenCounts {
  longestIds?: string[]
}

/** Returns the stored count of a group, or of all contacts for null, if nothing changed since it was taken. */
export async function readCounts(
  { db, orgId }: { db: Db; orgId: string },
  groupId: string | null,
  now: Date,
): Promise<StoredCounts | undefined> {
  const result = await sql<{ counts: StoredCounts }>`
    select s.counts from broadcast_count s where s.org_id = ${orgId} and s.group_id = ${groupId ?? EVERYONE}
      and s.counted_at > ${new Date(now.getTime() - USED_MS)} and not ${hasAudienceChanged(orgId, groupId, sql`s.snapshot`)}`.execute(
    db,
  )
  return result.rows[0]?.counts
}

/** Keeps a count and the snapshot in which its first part was taken. */
export async function keepCounts(
  { db, orgId }: { db: Db; orgId: string },
  groupId: string | null,
  { counts, snapshot, now }: { counts: StoredCounts; snapshot: string; now: Date },
): Promise<void> {
  await sql`
    insert into broadcast_count (org_id, group_id, snapshot, counts, counted_at)
    values (${orgId}, ${groupId ?? EVERYONE}, ${snapshot}, ${JSON.stringify(counts)}::jsonb, ${now})
    on conflict (org_id, group_id) do update set snapshot = excluded.snapshot, counts = excluded.counts, counted_at = excluded.counted_at`.execute(
    db,
  )
}
