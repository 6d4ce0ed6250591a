import type { ContactView } from '@crewline/contract/roster'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A list somebody keeps, and the groups it asks for. */
export interface KeptList extends Omit<ContactView, 'mine'> {
  groupIds: string[]
}

/** A member's lists and the shared ones, by name. */
export async function listsFor(db: Db, personId: string): Promise<ContactView[]> {
  const found = await sql<ContactView>`
    select id, name, shared, person_id = ${personId} as mine, audience, sort, direction as "order", columns
    from contact_view where person_id = ${personId} or shared order by lower(name), id`.execute(db)
  return found.rows
}

/** Keeps a list, unless the member has as many as they may; answers whether it is kept. */
export async function addList(
  tx: Tx,
  { list, personId, most }: { list: KeptList; personId: string; most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contact_view|${tx.orgId}|${personId}`}, 0))`.execute(tx.db)
  const added = await sql<{ n: number }>`
    with kept as (select count(*) as n from contact_view where person_id = ${personId})
    insert into contact_view (org_id, id, person_id, name, shared, audience, group_ids, sort, direction, columns, created_at)
    select ${tx.orgId}::uuid, ${list.id}::uuid, ${personId}::uuid, ${list.name}, ${list.shared}::boolean, ${JSON.stringify(list.audience)}::jsonb,
      ${list.groupIds}::uuid[], ${list.sort}, ${list.order}, ${list.columns}::text[], ${tx.world.now()}::timestamptz from kept where kept.n < ${most}
    returning 1 as n`.execute(tx.db)
  return added.rows.length > 0
}

/** Writes a list anew under its id. */
export async function saveList(tx: Tx, list: KeptList): Promise<void> {
  await sql`
    update contact_view set name = ${list.name}, shared = ${list.shared}, audience = ${JSON.stringify(list.audience)}::jsonb,
      group_ids = ${list.groupIds}::uuid[], sort = ${list.sort}, direction = ${list.order}, columns = ${list.columns}::text[]
    where org_id = ${tx.orgId} and id = ${list.id}`.execute(tx.db)
}

/** Who made a list that the actor sees, and whether it is shared, locked until the transaction ends. */
export async function holdList(tx: Tx, id: string): Promise<{ personId: string; shared: boolean } | undefined> {
  const found = await sql<{ personId: string; shared: boolean }>`
    select person_id as "personId", shared from contact_view where org_id = ${tx.orgId} and id = ${id} for update`.execute(
    tx.db,
  )
  return found.rows[0]
}

/** Forgets a list. */
export async function removeList(tx: Tx, id: string): Promise<void> {
  await sql`delete from contact_view where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
