import { sql, type RawBuilder } from 'kysely'

/** How long after a change it is certain that every count which began before it was stored or given up, in ms. */
export const CHANGES_KEPT_MS = 86_400_000

const EVERYONE = '00000000-0000-0000-0000-000000000000'

/** Noted changes that are listed; more count as a change of anyone. A transaction notes one for each audience. */
const LISTED = 100

/** What changed an audience: these contacts, or anyone for null. */
export interface AudienceChanges {
  contactIds: string[] | null
}

/**
 * What changed that decides who is in an audience since the `pg_snapshot` in this column, as far as the statement sees:
 * contacts, opt-outs and, for a group, its members; null when nothing did. The audience is a stored group, or null for
 * all contacts. Not for members limited to some groups, and not for snapshots older than `CHANGES_KEPT_MS`.
 */
export function audienceChanges(
  orgId: string,
  groupId: string | null,
  snapshot: RawBuilder<string>,
): RawBuilder<AudienceChanges | null> {
  const since = sql`${snapshot}::pg_snapshot`
  return sql`(
    select case when count(*) = 0 then null
      when bool_or(a.contact_ids is null) or count(distinct (a.group_id, a.xid)) > ${LISTED} then '{"contactIds": null}'
      else jsonb_build_object('contactIds', coalesce(jsonb_agg(distinct i.id) filter (where i.id is not null), '[]')) end
    from (
      select a.group_id, a.xid, a.contact_ids from audience_change a
      where a.org_id = ${orgId} and a.group_id in (${EVERYONE}, ${groupId ?? EVERYONE})
        and a.xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(a.xid, ${since})
      limit ${LISTED + 1}) a
    left join unnest(a.contact_ids) i(id) on true)`
}
