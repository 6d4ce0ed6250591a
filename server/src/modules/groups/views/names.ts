import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/**
 * Those of these groups that an organization has and the handle may see, with their names, by name. The product's own are
 * left out: nobody stands in them as a member, so nobody can be limited to them.
 */
export async function namesOf(db: Db, orgId: string, ids: string[]): Promise<{ id: string; name: string }[]> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from contact_group
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and archived_at is null and type <> 'system' order by lower(name), id`.execute(
    db,
  )
  return found.rows
}

/** The names of the groups each of these workers is in. */
export async function groupsOf(db: Db, contactIds: string[]): Promise<Map<string, { id: string; name: string }[]>> {
  const found = await sql<{ contact_id: string; id: string; name: string }>`
    select m.contact_id, g.id, g.name from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id
    where m.contact_id = any(${contactIds}::uuid[]) order by lower(g.name)`.execute(db)
  const byContact = new Map<string, { id: string; name: string }[]>()
  for (const row of found.rows)
    byContact.set(row.contact_id, [...(byContact.get(row.contact_id) ?? []), { id: row.id, name: row.name }])
  return byContact
}

/** Who has one of these numbers now. */
export async function holdersOf(db: Db, orgId: string, phones: string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from contact where org_id = ${orgId} and phone = any(${phones}::text[])`.execute(db)
  return found.rows.map((row) => row.id)
}

/** Those of these workers whom the handle shows. */
export async function inSight(db: Db, contactIds: string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from contact where id = any(${contactIds}::uuid[])`.execute(db)
  return found.rows.map((row) => row.id)
}

/** The first group by name in sight that is made by hand and kept here. */
export async function firstByHand(db: Db): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select id from contact_group where type = 'static' and managed_by is null and archived_at is null
    order by lower(name), id limit 1`.execute(db)
  return found.rows[0]?.id
}

/** The groups of these lower-cased names, by them; the product's own left out. */
export async function groupsNamedLike(
  db: Db,
  orgId: string,
  keys: string[],
): Promise<Map<string, { id: string; name: string }>> {
  const found = await sql<{ key: string; id: string; name: string }>`
    select lower(name) as key, id, name from contact_group
    where org_id = ${orgId} and lower(name) = any(${keys}::text[]) and archived_at is null and type <> 'system'`.execute(
    db,
  )
  return new Map(found.rows.map(({ key, id, name }) => [key, { id, name }]))
}

/** The language a teammate reads. */
export async function languageOf(db: Db, personId: string): Promise<string> {
  const found = await sql<{ locale: string }>`select locale from person where id = ${personId}`.execute(db)
  return found.rows[0]?.locale ?? 'en'
}
