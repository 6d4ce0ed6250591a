import type { SavedView } from '@crewline/contract/saved-views'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A member's saved views and the shared ones, by name; groups out of the asker's sight are left out of them. */
export async function viewsFor(db: Db, personId: string): Promise<SavedView[]> {
  const found = await sql<SavedView>`
    select s.id, s.name, s.shared, s.person_id = ${personId} as mine, s.status, s.search,
      array(select g.id from contact_group g where g.id = any(s.group_ids)) as "groupIds",
      array(select t.id from tag t where t.id = any(s.tag_ids)) as "tagIds"
    from saved_view s where s.person_id = ${personId} or s.shared order by lower(s.name), s.id`.execute(db)
  return found.rows
}

/** Whether all of these are groups the handle sees. */
export async function groupsThereAre(db: Db, ids: string[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const found = await sql<{
    n: number
  }>`select count(*)::int as n from contact_group where id = any(${wanted}::uuid[])`.execute(db)
  return found.rows[0]?.n === wanted.length
}

/** Keeps a view, unless the member has as many as they may; answers whether it is kept. */
export async function addView(
  tx: Tx,
  { view, personId, most }: { view: Omit<SavedView, 'mine'>; personId: string; most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_view|${tx.orgId}|${personId}`}, 0))`.execute(tx.db)
  const added = await sql<{ n: number }>`
    with kept as (select count(*) as n from saved_view where person_id = ${personId})
    insert into saved_view (org_id, id, person_id, name, shared, status, search, group_ids, tag_ids, created_at)
    select ${tx.orgId}::uuid, ${view.id}::uuid, ${personId}::uuid, ${view.name}, ${view.shared}::boolean, ${view.status}, ${view.search},
      ${view.groupIds}::uuid[], ${view.tagIds}::uuid[], ${tx.world.now()}::timestamptz from kept where kept.n < ${most}
    returning 1 as n`.execute(tx.db)
  return added.rows.length > 0
}

/** Who made a view that the actor sees, and whether it is shared. */
export async function viewOf(tx: Tx, id: string): Promise<{ personId: string; shared: boolean } | undefined> {
  const found = await sql<{ personId: string; shared: boolean }>`
    select person_id as "personId", shared from saved_view where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
  return found.rows[0]
}

/** Forgets a view. */
export async function removeView(tx: Tx, id: string): Promise<void> {
  await sql`delete from saved_view where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
