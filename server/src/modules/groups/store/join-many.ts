import { sql } from 'kysely'
import type { Cause, Upkeep } from '../upkeep.ts'
import { counted } from './members.ts'

/**
 * Puts workers into groups, each into theirs, in one statement for all of them; each membership says since when, by whom and
 * why. Answers, by the group, those who were not in it. The groups are locked by the caller. Each worker is looked up by their
 * key ("offset 0"): while rows come in by the thousand, what is known of their number is too old to plan a join by.
 */
export async function joinMany(
  { db, orgId, now, by, activity }: Upkeep,
  given: { groupId: string; contactId: string }[],
  cause: Cause,
): Promise<Map<string, string[]>> {
  if (given.length === 0) return new Map()
  const come = await sql<{ groupId: string; ids: string }>`
    with come as (
      insert into group_member (org_id, group_id, contact_id, cause, counted, last_at, joined_at, joined_by)
      select c.org_id, t.group_id, c.id, ${cause}, ${counted}, ${activity.lastAt()}, ${now}::timestamptz, ${by}::uuid
      from unnest(${given.map((one) => one.groupId)}::uuid[], ${given.map((one) => one.contactId)}::uuid[]) t(group_id, contact_id)
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
  return new Map(come.rows.map(({ groupId, ids }) => [groupId, ids.split(',')]))
}
