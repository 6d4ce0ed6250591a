import type { SavedView } from '@crewline/contract/saved-views'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A member who reads views, and whether they may read the names of broadcasts. */
export interface ViewReader {
  userId: string
  namesBroadcasts: boolean
}

/** Lists a member's own and the shared views, by name, without the groups and broadcasts the reader cannot see. */
export async function viewsFor(db: Db, { userId, namesBroadcasts }: ViewReader): Promise<SavedView[]> {
  const result = await sql<SavedView>`
    select s.id, s.name, s.shared, s.user_id = ${userId} as mine, s.status, s.search,
      case when s.replies_to <> '' then jsonb_build_object('queue', s.replies_to, 'name', b.name, 'archived', b.archived_at is not null)
        end as "repliesTo",
      array(select g.id from contact_group g where g.id = any(s.group_ids)) as "groupIds",
      array(select t.id from tag t where t.id = any(s.tag_ids)) as "tagIds"
    from saved_view s left join broadcast b on ${namesBroadcasts}::boolean and b.org_id = s.org_id and b.id = nullif(split_part(s.replies_to, ':', 2), '')::uuid
    where s.user_id = ${userId} or s.shared order by lower(s.name), s.id`.execute(db)
  return result.rows
}

/** Checks that all these groups exist and are visible to the database handle. */
export async function groupsThereAre(db: Db, ids: string[]): Promise<boolean> {
  const groupIds = [...new Set(ids)]
  if (groupIds.length === 0) return true
  const result = await sql<{
    n: number
  }>`select count(*)::int as n from contact_group where id = any(${groupIds}::uuid[])`.execute(db)
  return result.rows[0]?.n === groupIds.length
}

/** Returns the broadcast with this id, or of the batch with this id, that the handle sees. */
export async function broadcastOf(db: Db, id: string): Promise<string | undefined> {
  const result = await sql<Row<'broadcast', 'id'>>`
    select id from broadcast where id = ${id}
    union all select broadcast_id as id from broadcast_run where id = ${id} limit 1`.execute(db)
  return result.rows[0]?.id
}

/** Inserts a view unless the member has reached the limit; returns whether it was inserted. */
export async function addView(
  tx: Tx,
  {
    view,
    userId,
    most,
  }: { view: Omit<SavedView, 'mine' | 'repliesTo'> & { repliesTo: string }; userId: string; most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_view|${tx.orgId}|${userId}`}, 0))`.execute(tx.db)
  const added = await sql<{ n: number }>`
    with kept as (select count(*) as n from saved_view where user_id = ${userId})
    insert into saved_view (org_id, id, user_id, name, shared, status, search, group_ids, tag_ids, replies_to, created_at)
    select ${tx.orgId}::uuid, ${view.id}::uuid, ${userId}::uuid, ${view.name}, ${view.shared}::boolean, ${view.status}, ${view.search},
      ${view.groupIds}::uuid[], ${view.tagIds}::uuid[], ${view.repliesTo}, ${tx.world.now()}::timestamptz from kept where kept.n < ${most}
    returning 1 as n`.execute(tx.db)
  return added.rows.length > 0
}

/** Returns the owner of a view visible to the actor, and whether it is shared. */
export async function viewOf(tx: Tx, id: string): Promise<{ userId: string; shared: boolean } | undefined> {
  const result = await sql<CamelRow<'saved_view', 'user_id' | 'shared'>>`
    select user_id as "userId", shared from saved_view where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
  return result.rows[0]
}

/** Deletes a view. */
export async function removeView(tx: Tx, id: string): Promise<void> {
  await sql`delete from saved_view where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
