import type { Tag, TagColor } from '@crewline/contract/tags'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** Conversations per tag are counted up to this number. */
const COUNTED = 10_000

/** Lists every tag by name with the number of its conversations, as visible to the database handle. */
export async function allTags(db: Db): Promise<(Tag & { conversations: number })[]> {
  const result = await sql<Tag & { conversations: number }>`
    select t.id, t.name, t.color, (
      select count(*)::int from (select from conversation_tag g where g.org_id = t.org_id and g.tag_id = t.id limit ${COUNTED}) counted) as conversations
    from tag t order by lower(t.name)`.execute(db)
  return result.rows
}

/** Checks that all these tags belong to the organization. */
export async function tagsExist(db: Db, ids: string[]): Promise<boolean> {
  const tagIds = [...new Set(ids)]
  if (tagIds.length === 0) return true
  const result = await sql<{
    n: number
  }>`select count(*)::int as n from tag where id = any(${tagIds}::uuid[])`.execute(db)
  return result.rows[0]?.n === tagIds.length
}

/** Inserts a tag; returns undefined when the name exists in any case. */
export async function addTag(tx: Tx, tag: { name: string; color: TagColor }): Promise<Tag | undefined> {
  const added = await sql<Tag>`
    insert into tag (org_id, id, name, color, created_at) values (${tx.orgId}, ${tx.world.id()}, ${tag.name}, ${tag.color}, ${tx.world.now()})
    on conflict (org_id, lower(name)) do nothing returning id, name, color`.execute(tx.db)
  return added.rows[0]
}

/** Counts the tags and checks whether another tag has the name. Locks the tags against concurrent changes. */
export async function checkTagName(
  tx: Tx,
  { name, exceptId }: { name: string; exceptId: string | null },
): Promise<{ count: number; isTaken: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tag|${tx.orgId}`}, 0))`.execute(tx.db)
  const result = await sql<{ count: number; isTaken: boolean }>`
    select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid), false) as "isTaken" from tag`.execute(
    tx.db,
  )
  return result.rows[0] ?? { count: 0, isTaken: false }
}

/** Changes the name or color of a tag. Returns it, also as it was before; undefined when it does not exist. */
export async function saveTag(
  tx: Tx,
  id: string,
  { name, color }: { name?: string | undefined; color?: TagColor | undefined },
): Promise<{ tag: Tag; before: Tag } | undefined> {
  const saved = await sql<{ tag: Tag; before: Tag }>`
    update tag set name = coalesce(${name ?? null}, name), color = coalesce(${color ?? null}, color)
    where org_id = ${tx.orgId} and id = ${id}
    returning json_build_object('id', new.id, 'name', new.name, 'color', new.color) as tag,
      json_build_object('id', old.id, 'name', old.name, 'color', old.color) as before`.execute(tx.db)
  return saved.rows[0]
}

/** Deletes a tag and removes it from every conversation; returns its name, or undefined when it does not exist. */
export async function removeTag(tx: Tx, id: string): Promise<string | undefined> {
  // Includes conversations that the actor does not see.
  const result = await tx.unscoped(() =>
    sql<Row<'tag', 'name'>>`delete from tag where org_id = ${tx.orgId} and id = ${id} returning name`.execute(tx.db),
  )
  return result.rows[0]?.name
}
