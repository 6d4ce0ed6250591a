import type { LegalHold } from '@crewline/contract/legal-holds'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** The contacts that are named in a list. */
const NAMED = 20

type Listed = Omit<LegalHold, 'placedAt' | 'releasedAt'> & { placedAt: Date; releasedAt: Date | null }

/** Lists the holds of the organization, those in force first, then the newest first. */
export function listHolds(db: Db): Promise<LegalHold[]> {
  return holdsWhere(db, null)
}

/** Returns one hold, or undefined. */
export async function holdById(db: Db, id: string): Promise<LegalHold | undefined> {
  return (await holdsWhere(db, id))[0]
}

async function holdsWhere(db: Db, id: string | null): Promise<LegalHold[]> {
  const result = await sql<Listed>`
    select h.id, h.name, h.reason, h.covers, h.from_day::text as "from", h.to_day::text as "to",
      coalesce(named.contacts, '[]') as contacts,
      (select count(*)::int from legal_hold_contact k where k.org_id = h.org_id and k.hold_id = h.id) as "contactCount",
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
        from contact_group g where g.org_id = h.org_id and g.id = any(h.group_ids)) as groups,
      h.placed_at as "placedAt", coalesce(trim(p.firstname || ' ' || p.lastname), '') as "placedBy",
      h.released_at as "releasedAt", coalesce(trim(r.firstname || ' ' || r.lastname), '') as "releasedBy",
      coalesce(h.release_reason, '') as "releaseReason"
    from legal_hold h left join user_account p on p.id = h.placed_by left join user_account r on r.id = h.released_by
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', c.id, 'name', trim(c.firstname || ' ' || c.lastname)) order by c.sort_name, c.id) as contacts
      from (select c.* from legal_hold_contact k join contact c on c.org_id = k.org_id and c.id = k.contact_id
        where k.org_id = h.org_id and k.hold_id = h.id order by c.sort_name, c.id limit ${NAMED}) c) named
    where ${id}::uuid is null or h.id = ${id}::uuid
    order by h.released_at is not null, h.placed_at desc, h.id`.execute(db)
  return result.rows.map((row) => ({
    ...row,
    placedAt: row.placedAt.toISOString(),
    releasedAt: row.releasedAt?.toISOString() ?? null,
  }))
}

/** Returns how many of these contacts and groups exist. */
export async function countExisting(
  db: Db,
  { contactIds, groupIds }: { contactIds: string[]; groupIds: string[] },
): Promise<{ contacts: number; groups: number }> {
  const result = await sql<{ contacts: number; groups: number }>`
    select (select count(*)::int from contact where id = any(${contactIds}::uuid[]) and erased_at is null and merged_into is null) as contacts,
      (select count(*)::int from contact_group where id = any(${groupIds}::uuid[]) and archived_at is null and type <> 'system') as groups`.execute(
    db,
  )
  return result.rows[0] ?? { contacts: 0, groups: 0 }
}
