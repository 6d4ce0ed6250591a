import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** How long after a change it is certain that every count which began before it was stored or given up, in ms. */
export const CHANGES_KEPT_MS = 86_400_000

const EVERYONE = '00000000-0000-0000-0000-000000000000'

/**
 * Whether anything changed that decides who is in an audience since the `pg_snapshot` in this column, as far as the
 * statement sees: contacts, opt-outs and, for a group, its members. The audience is a stored group, or null for all
 * contacts. Not for members limited to some groups, and not for snapshots older than `CHANGES_KEPT_MS`.
 */
export function hasAudienceChanged(
  orgId: string,
  groupId: string | null,
  snapshot: RawBuilder<string>,
): RawBuilder<SqlBool> {
  const since = sql`${snapshot}::pg_snapshot`
  const changed = (
    id: string,
  ) => sql<SqlBool>`exists (select from audience_change a where a.org_id = ${orgId} and a.group_id = ${id}
    and a.xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(a.xid, ${since}))`
  return groupId ? sql<SqlBool>`(${changed(EVERYONE)} or ${changed(groupId)})` : changed(EVERYONE)
}
