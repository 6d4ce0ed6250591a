import { sql } from 'kysely'
import type { Cause, Upkeep } from '../upkeep.ts'
import { counted } from './members.ts'

/**
 * Adds contacts to groups, each to its own group, in one statement, recording when, by whom and why. Returns the
 * contacts that were not in it before, by group. The caller locks the groups. Looks up each contact by its key ("offset
 * 0"): during bulk inserts the statistics are too old to plan a join.
 */
export async function insertMemberships(
  { db, orgId, now, by, activity }: Upkeep,
  memberships: { groupId: string; contactId: string }[],
  cause: Cause,
): Promise<Map<string, string[]>> {
  if (memberships.length === 0) return new Map()
  const result = await sql<{ groupId: string; ids: string }>`
    with come as (
      insert into group_member (org_id, group_id, contact_id, cause, counted, last_at, joined_at, joined_by)
      select c.org_id, t.group_id, c.id, ${cause}, ${counted}, ${activity.lastAt()}, ${now}::timestamptz, ${by}::uuid
      from unnest(${memberships.map((membership) => membership.groupId)}::uuid[], ${memberships.map((membership) => membership.contactId)}::uuid[]) t(group_id, contact_id)
        cross join lateral (select o.* from contact o where o.org_id = ${orgId} and o.id = t.contact_id offset 0) c
        left join consent k on k.org_id = c.org_id and k.phone = c.phone and k.opted_out
      where c.merged_into is null and c.erased_at is null
      order by t.group_id, c.id on conflict do nothing
      returning group_id, contact_id, counted),
    moved as (
      select group_id, count(*) filter (where counted > 0)::int as contacts, count(*) filter (where counted = 2)::int as reachable,
        string_agg(contact_id::text, ',') as ids
      from come group by group_id),
    sums as (
      update contact_group g set contact_count = g.contact_count + moved.contacts, reachable_count = g.reachable_count + moved.reachable
      from moved where g.org_id = ${orgId} and g.id = moved.group_id)
    select group_id as "groupId", ids from moved order by group_id`.execute(db)
  return new Map(result.rows.map(({ groupId, ids }) => [groupId, ids.split(',')]))
}
