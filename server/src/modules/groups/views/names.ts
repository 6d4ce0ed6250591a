import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'

/**
 * Returns the existing, visible groups among these with their names, by name. Omits system groups: they have no
 * membership rows, so no member can be limited to them.
 */
export async function namesOf(db: Db, orgId: string, ids: string[]): Promise<{ id: string; name: string }[]> {
  const result = await sql<Row<'contact_group', 'id' | 'name'>>`
    select id, name from contact_group
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and archived_at is null and type <> 'system' order by lower(name), id`.execute(
    db,
  )
  return result.rows
}

/** Returns those of the groups that were not deleted and are visible, in the given order. */
export async function existingGroups(db: Db, orgId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const result = await sql<Row<'contact_group', 'id'>>`
    select id from contact_group where org_id = ${orgId} and id = any(${ids}::uuid[]) and archived_at is null`.execute(
    db,
  )
  const existing = new Set(result.rows.map(({ id }) => id))
  return ids.filter((id) => existing.has(id))
}

/**
 * Returns those of the groups to which contacts can be added: visible, and neither deleted, built in, nor kept by an HR system or
 * a parent organization. With `manual`, only groups without rules.
 */
export async function joinableGroups(
  db: Db,
  orgId: string,
  ids: readonly string[],
  { manual = false }: { manual?: boolean } = {},
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const result = await sql<Row<'contact_group', 'id'>>`
    select id from contact_group
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and archived_at is null and managed_by is null
      and (type = 'static' or type = 'dynamic' and not ${manual})`.execute(db)
  return new Set(result.rows.map(({ id }) => id))
}

/** Returns the names of the groups of each of these contacts. */
export async function groupsOf(db: Db, contactIds: string[]): Promise<Map<string, { id: string; name: string }[]>> {
  const result = await sql<{ contact_id: string; id: string; name: string }>`
    select m.contact_id, g.id, g.name from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id
    where m.contact_id = any(${contactIds}::uuid[]) order by lower(g.name)`.execute(db)
  const byContact = new Map<string, { id: string; name: string }[]>()
  for (const row of result.rows)
    byContact.set(row.contact_id, [...(byContact.get(row.contact_id) ?? []), { id: row.id, name: row.name }])
  return byContact
}

/** Returns the contacts that have one of these numbers now. */
export async function findContactIdsByPhone(db: Db, orgId: string, phones: string[]): Promise<string[]> {
  const result = await sql<Row<'contact', 'id'>>`
    select id from contact where org_id = ${orgId} and phone = any(${phones}::text[])`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Returns the contacts among these that the database handle can see. */
export async function filterVisibleContactIds(db: Db, contactIds: string[]): Promise<string[]> {
  const result = await sql<Row<'contact', 'id'>>`select id from contact where id = any(${contactIds}::uuid[])`.execute(
    db,
  )
  return result.rows.map((row) => row.id)
}

/** Returns the first visible group by name that is manual and not managed elsewhere. */
export async function findFirstStaticGroup(db: Db): Promise<string | undefined> {
  const result = await sql<Row<'contact_group', 'id'>>`
    select id from contact_group where type = 'static' and managed_by is null and archived_at is null
    order by lower(name), id limit 1`.execute(db)
  return result.rows[0]?.id
}

/** Returns the groups with these lower-cased names, by name, without system groups. */
export async function groupsNamedLike(
  db: Db,
  orgId: string,
  keys: string[],
): Promise<Map<string, { id: string; name: string }>> {
  const result = await sql<Row<'contact_group', 'id' | 'name'> & { key: string }>`
    select lower(name) as key, id, name from contact_group
    where org_id = ${orgId} and lower(name) = any(${keys}::text[]) and archived_at is null and type <> 'system'`.execute(
    db,
  )
  return new Map(result.rows.map(({ key, id, name }) => [key, { id, name }]))
}

/** Returns the language of a user. */
export async function languageOf(db: Db, userId: string): Promise<string> {
  const result = await sql<Row<'user_account', 'locale'>>`select locale from user_account where id = ${userId}`.execute(
    db,
  )
  return result.rows[0]?.locale ?? 'en'
}
