import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** A grant that has not ended, in the child. */
export interface StoredGrant {
  id: string
  parentId: string
  userId: string
  /** What an owner of the child has accepted. */
  permissions: string[]
  /** What waits for one; null when nothing does. */
  offered: string[] | null
  isAccepted: boolean
}

const columns = sql`id, parent_id as "parentId", user_id as "userId", permissions, offered, accepted_at is not null as "isAccepted"`

/** Locks a grant of this organization until the transaction ends; undefined when it has ended. */
export async function lockGrant(tx: Tx, id: string): Promise<StoredGrant | undefined> {
  const found = await sql<StoredGrant>`
    select ${columns} from org_grant where org_id = ${tx.orgId} and id = ${id} and ended_at is null for update`.execute(
    tx.db,
  )
  return found.rows[0]
}

/**
 * Writes an offer: of what was accepted before, only what is offered again stays, at once; whatever is new waits. Returns
 * the grant.
 */
export async function saveOffer(
  tx: Tx,
  { parentId, userId, permissions }: { parentId: string; userId: string; permissions: readonly string[] },
): Promise<StoredGrant> {
  const now = tx.world.now()
  const saved = await sql<StoredGrant>`
    insert into org_grant (org_id, id, parent_id, user_id, offered, created_at)
    values (${tx.orgId}, ${tx.world.id()}, ${parentId}, ${userId}, ${permissions}::text[], ${now})
    on conflict (org_id, parent_id, user_id) where ended_at is null do update set
      permissions = array(select p from unnest(org_grant.permissions) with ordinality k(p, n) where p = any(excluded.offered) order by n),
      offered = case when excluded.offered <@ org_grant.permissions then null else excluded.offered end
    returning ${columns}`.execute(tx.db)
  return saved.rows[0] as StoredGrant
}

/** Makes what is offered in a locked grant what is accepted. */
export async function saveAcceptance(tx: Tx, id: string): Promise<void> {
  await sql`
    update org_grant set permissions = offered, offered = null, accepted_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id} and offered is not null`.execute(tx.db)
}

/** Ends a locked grant. */
export async function saveEnd(tx: Tx, id: string): Promise<void> {
  await sql`update org_grant set ended_at = ${tx.world.now()} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
