import { sql } from 'kysely'
import { fail } from '../../../kernel/failure.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A teammate of the parent organization, and what they may do here. */
export interface FromParent {
  userId: string
  parentId: string
  permissions: readonly string[]
}

/**
 * Makes a user an active member by a grant of the parent organization, or changes what such a member may do. Fails with
 * `already_member` for a member in their own right. Returns the member id.
 */
export async function admitFromParent(tx: Tx, { userId, parentId, permissions }: FromParent): Promise<string> {
  const now = tx.world.now()
  const saved = await sql<{ id: string }>`
    insert into member (org_id, id, user_id, role, permissions, scope, via_parent_id, created_at)
    values (${tx.orgId}, ${tx.world.id()}, ${userId}, 'custom', ${permissions}::text[], 'all', ${parentId}, ${now})
    on conflict (org_id, user_id) do update set role = 'custom', role_id = null, permissions = excluded.permissions,
      scope = case when member.status = 'active' then member.scope else 'all' end, status = 'active',
      rejoined_at = case when member.status = 'active' then member.rejoined_at else ${now} end,
      via_parent_id = excluded.via_parent_id
      where member.status = 'deactivated' or (member.status = 'active' and member.via_parent_id = excluded.via_parent_id)
    returning id`.execute(tx.db)
  return saved.rows[0]?.id ?? fail('already_member')
}

/** Sets what an active member by a grant may do. Returns what they could do before; undefined when nothing changed. */
export async function savePermissionsFromParent(
  tx: Tx,
  { userId, parentId, permissions }: FromParent,
): Promise<{ memberId: string; before: string[] } | undefined> {
  const saved = await sql<{ memberId: string; before: string[] }>`
    update member set permissions = ${permissions}::text[]
    where org_id = ${tx.orgId} and user_id = ${userId} and via_parent_id = ${parentId} and status = 'active'
      and permissions is distinct from ${permissions}::text[]
    returning id as "memberId", coalesce(old.permissions, '{}') as before`.execute(tx.db)
  return saved.rows[0]
}
