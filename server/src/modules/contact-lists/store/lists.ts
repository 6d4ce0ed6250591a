import type { ContactView } from '@crewline/contract/contact-lists'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A saved list with the groups it refers to. */
export interface StoredView extends Omit<ContactView, 'mine'> {
  groupIds: string[]
}

/** Returns a member's own and the shared lists, by name. */
export async function listsFor(db: Db, userId: string): Promise<ContactView[]> {
  const result = await sql<ContactView>`
    select id, name, shared, user_id = ${userId} as mine, audience, sort, direction as "order", columns
    from contact_view where user_id = ${userId} or shared order by lower(name), id`.execute(db)
  return result.rows
}

/** Stores a list unless the member has reached the limit. Returns whether it was stored. */
export async function addList(
  tx: Tx,
  { list, userId, most }: { list: StoredView; userId: string; most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact_view|${tx.orgId}|${userId}`}, 0))`.execute(tx.db)
  const added = await sql<{ n: number }>`
    with kept as (select count(*) as n from contact_view where user_id = ${userId})
    insert into contact_view (org_id, id, user_id, name, shared, audience, group_ids, sort, direction, columns, created_at)
    select ${tx.orgId}::uuid, ${list.id}::uuid, ${userId}::uuid, ${list.name}, ${list.shared}::boolean, ${JSON.stringify(list.audience)}::jsonb,
      ${list.groupIds}::uuid[], ${list.sort}, ${list.order}, ${list.columns}::text[], ${tx.world.now()}::timestamptz from kept where kept.n < ${most}
    returning 1 as n`.execute(tx.db)
  return added.rows.length > 0
}

/** Overwrites a list. */
export async function saveList(tx: Tx, list: StoredView): Promise<void> {
  await sql`
    update contact_view set name = ${list.name}, shared = ${list.shared}, audience = ${JSON.stringify(list.audience)}::jsonb,
      group_ids = ${list.groupIds}::uuid[], sort = ${list.sort}, direction = ${list.order}, columns = ${list.columns}::text[]
    where org_id = ${tx.orgId} and id = ${list.id}`.execute(tx.db)
}

/** Locks a list that the actor can see until the transaction ends. Returns its owner and whether it is shared. */
export async function lockList(tx: Tx, id: string): Promise<{ userId: string; shared: boolean } | undefined> {
  const result = await sql<CamelRow<'contact_view', 'user_id' | 'shared'>>`
    select user_id as "userId", shared from contact_view where org_id = ${tx.orgId} and id = ${id} for update`.execute(
    tx.db,
  )
  return result.rows[0]
}

/** Deletes a list. */
export async function removeList(tx: Tx, id: string): Promise<void> {
  await sql`delete from contact_view where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
