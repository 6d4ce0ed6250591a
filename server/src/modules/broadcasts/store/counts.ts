import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { audienceChanges, type AudienceChanges } from '../../groups/index.ts'
import type { ChosenCounts, CountParts } from '../views/chosen.ts'

/** How long a count is used at most, in ms: the figure of missing consents is only counted with everyone. */
const USED_MS = 3_600_000

const EVERYONE = '00000000-0000-0000-0000-000000000000'

/** What is kept of a count. The longest texts are kept once a count needed them. */
export interface StoredCounts extends ChosenCounts {
  longestIds?: string[]
}

/** A count as it was taken, and what changed since. */
export interface KeptCount {
  counts: StoredCounts
  countedAt: Date
  /** Null when nothing changed. */
  changes: AudienceChanges | null
  /** Only with changes; null when the count was taken without parts. */
  parts: CountParts | null
  /** The snapshot in which nothing else had changed. */
  snapshot: string
}

/**
 * Returns the stored count of a group, or of all contacts for null, and what changed since it was taken. None of a server
 * that had more transactions: after a dump was restored, its snapshot says nothing about changes. Parts belong to a count
 * as long as they name its snapshot; a version without parts replaces only the count.
 */
export async function readCounts(
  { db, orgId }: { db: Db; orgId: string },
  groupId: string | null,
  now: Date,
): Promise<KeptCount | undefined> {
  const result = await sql<KeptCount>`
    select s.counts, s.counted_at as "countedAt", s.changes, case when s.changes is not null and s.parts ->> 'snapshot' = s.snapshot then s.parts end as parts,
      pg_current_snapshot()::text as snapshot
    from (
      select s.*, ${audienceChanges(orgId, groupId, sql`s.snapshot`)} as changes from broadcast_count s
      where s.org_id = ${orgId} and s.group_id = ${groupId ?? EVERYONE}
        and s.counted_at > ${new Date(now.getTime() - USED_MS)} and s.counted_at < ${new Date(now.getTime() + USED_MS)}
        and pg_snapshot_xmax(s.snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
      offset 0) s`.execute(db)
  return result.rows[0]
}

/** Keeps a count and the snapshot in which its first part was taken. */
export async function keepCounts(
  { db, orgId }: { db: Db; orgId: string },
  groupId: string | null,
  { counts, parts, snapshot, countedAt }: Omit<KeptCount, 'changes'>,
): Promise<void> {
  await sql`
    insert into broadcast_count (org_id, group_id, snapshot, counts, parts, counted_at)
    values (${orgId}, ${groupId ?? EVERYONE}, ${snapshot}, ${JSON.stringify(counts)}::jsonb, ${parts && JSON.stringify({ ...parts, snapshot })}::jsonb, ${countedAt})
    on conflict (org_id, group_id) do update set snapshot = excluded.snapshot, counts = excluded.counts, parts = excluded.parts,
      counted_at = excluded.counted_at`.execute(db)
}
