import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Contacts of one part of a count. */
const PART = 2_000

/** How long a count is used at most, in ms: changes are noted for a day. */
export const COUNT_USED_MS = 12 * 3_600_000

/** Parts that are counted again at most; after changes in more of them everyone is. */
const PARTS_COUNTED = 25

/** How many contacts there are, and how many of them can be texted. */
export interface ContactCount {
  contacts: number
  reachable: number
}

/** Counts rows `c`, contacts that are not archived, joined with `k`. */
const countsOfContacts = sql`count(*)::int as contacts,
  count(*) filter (where c.phone is not null and c.phone_state = 'ok' and k.opted_out is not true)::int as reachable`
const activeContacts = sql`contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone`

/** Counts every contact and stores the count, in parts, with the snapshot in which it was taken. */
export async function countContacts(db: Db, orgId: string, now: Date): Promise<ContactCount> {
  const result = await sql<ContactCount>`
    with bounds as materialized (
      select coalesce(array_agg(n.id order by n.id), '{}') as lows from (
        select c.id, row_number() over (order by c.id) as nth from contact c where c.org_id = ${orgId}) n
      where n.nth > ${PART} and n.nth % ${PART} = 1
    ), counted as materialized (
      select width_bucket(c.id, b.lows) as part, ${countsOfContacts} from ${activeContacts} cross join bounds b
      where c.org_id = ${orgId} and c.archived_at is null group by 1
    ), parts as materialized (
      select p.nth, coalesce(c.contacts, 0) as contacts, coalesce(c.reachable, 0) as reachable
      from bounds b cross join generate_series(0, cardinality(b.lows)) p(nth) left join counted c on c.part = p.nth
    )
    insert into contact_count (org_id, contacts, reachable, lows, part_contacts, part_reachable, snapshot, counted_at)
    select ${orgId}::uuid, sum(p.contacts), sum(p.reachable), (select b.lows from bounds b), array_agg(p.contacts order by p.nth),
      array_agg(p.reachable order by p.nth), pg_current_snapshot()::text, ${now}
    from parts p
    on conflict (org_id) do update set contacts = excluded.contacts, reachable = excluded.reachable, lows = excluded.lows,
      part_contacts = excluded.part_contacts, part_reachable = excluded.part_reachable, snapshot = excluded.snapshot,
      counted_at = excluded.counted_at
    returning contacts, reachable`.execute(db)
  return result.rows[0] ?? { contacts: 0, reachable: 0 }
}

/**
 * Counts the parts of these contacts again, in a count whose snapshot was `since`, and stores it; undefined when another
 * process replaced that count, or when the changes are in many parts. `snapshot` is the one that found the changes: what
 * changes later makes its part outdated once more.
 */
export async function countChangedContacts(
  db: Db,
  orgId: string,
  { ids, since, snapshot }: { ids: string[]; since: string; snapshot: string },
): Promise<ContactCount | undefined> {
  const result = await sql<ContactCount>`
    with changed as materialized (
      select distinct width_bucket(i.id, s.lows) as part from contact_count s cross join unnest(${ids}::uuid[]) i(id)
      where s.org_id = ${orgId} and s.snapshot = ${since}
    ), counted as materialized (
      select h.part, coalesce(n.contacts, 0) as contacts, coalesce(n.reachable, 0) as reachable
      from changed h join contact_count s on s.org_id = ${orgId} and (select count(*) from changed) <= ${PARTS_COUNTED}
      cross join lateral (
        select ${countsOfContacts} from ${activeContacts}
        where c.org_id = ${orgId} and c.archived_at is null
          and c.id >= coalesce(s.lows[h.part], '00000000-0000-0000-0000-000000000000')
          and c.id <= coalesce(s.lows[h.part + 1], 'ffffffff-ffff-ffff-ffff-ffffffffffff') and c.id is distinct from s.lows[h.part + 1]
      ) n
    ), parts as materialized (
      select p.nth, coalesce(c.contacts, p.contacts) as contacts, coalesce(c.reachable, p.reachable) as reachable
      from contact_count s cross join lateral unnest(s.part_contacts, s.part_reachable) with ordinality p(contacts, reachable, nth)
      left join counted c on c.part = p.nth - 1 where s.org_id = ${orgId}
    ), sums as (
      select sum(p.contacts) as contacts, sum(p.reachable) as reachable, array_agg(p.contacts order by p.nth) as part_contacts,
        array_agg(p.reachable order by p.nth) as part_reachable
      from parts p where (select count(*) from changed) between 0 and ${PARTS_COUNTED}
    )
    update contact_count s set contacts = n.contacts, reachable = n.reachable, part_contacts = n.part_contacts,
      part_reachable = n.part_reachable, snapshot = ${snapshot}
    from sums n where s.org_id = ${orgId} and s.snapshot = ${since} and n.contacts is not null
    returning s.contacts, s.reachable`.execute(db)
  return result.rows[0]
}
