import type { Tag, TagColor } from '@crewline/contract/tags'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** Conversations of one tag are counted up to here. */
const COUNTED = 10_000

/** Every tag by name, with how many conversations carry it, as the handle sees them. */
export async function allTags(db: Db): Promise<(Tag & { conversations: number })[]> {
  const found = await sql<Tag & { conversations: number }>`
    select t.id, t.name, t.color, (
      select count(*)::int from (select from conversation_tag g where g.org_id = t.org_id and g.tag_id = t.id limit ${COUNTED}) counted) as conversations
    from tag t order by lower(t.name)`.execute(db)
  return found.rows
}

/** Whether all of these are tags of the organization. */
export async function tagsThereAre(db: Db, ids: string[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const found = await sql<{
    n: number
  }>`select count(*)::int as n from tag where id = any(${wanted}::uuid[])`.execute(db)
  return found.rows[0]?.n === wanted.length
}

/** Adds a tag; undefined when the name exists, whatever its case. */
export async function addTag(tx: Tx, tag: { name: string; color: TagColor }): Promise<Tag | undefined> {
  const added = await sql<Tag>`
    insert into tag (org_id, id, name, color, created_at) values (${tx.orgId}, ${tx.world.id()}, ${tag.name}, ${tag.color}, ${tx.world.now()})
    on conflict (org_id, lower(name)) do nothing returning id, name, color`.execute(tx.db)
  return added.rows[0]
}

/** How many tags there are, and whether another one than this has the name. The tags are locked against others' changes. */
export async function standingOfTags(
  tx: Tx,
  { name, exceptId }: { name: string; exceptId: string | null },
): Promise<{ count: number; isTaken: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tag|${tx.orgId}`}, 0))`.execute(tx.db)
  const found = await sql<{ count: number; isTaken: boolean }>`
    select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid), false) as "isTaken" from tag`.execute(
    tx.db,
  )
  return found.rows[0] ?? { count: 0, isTaken: false }
}

/** Renames or recolours a tag; undefined when there is none. */
export async function saveTag(
  tx: Tx,
  id: string,
  { name, color }: { name?: string | undefined; color?: TagColor | undefined },
): Promise<Tag | undefined> {
  const saved = await sql<Tag>`
    update tag set name = coalesce(${name ?? null}, name), color = coalesce(${color ?? null}, color)
    where org_id = ${tx.orgId} and id = ${id} returning id, name, color`.execute(tx.db)
  return saved.rows[0]
}

/** Forgets a tag and takes it off every conversation; answers its name, or undefined when there is none. */
export async function removeTag(tx: Tx, id: string): Promise<string | undefined> {
  // Also off those conversations that the actor does not see.
  const gone = await tx.unscoped(() =>
    sql<{ name: string }>`delete from tag where org_id = ${tx.orgId} and id = ${id} returning name`.execute(tx.db),
  )
  return gone.rows[0]?.name
}
