import { ROLES } from '@crewline/contract/holders'
import type { Role } from '@crewline/contract/permissions'
import type { RoleChoice } from '@crewline/contract/team'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredRole } from '../store.ts'

/** A custom role as its row stands. */
export interface RoleRow {
  id: string
  name: string
  permissions: string[]
}

/**
 * Returns the role to give as members store it. Locks a custom one against changes until the transaction ends, so that no
 * member gets permissions that it has just lost. Fails with `not_found` for an unknown one.
 */
export async function requireRole(db: Db, choice: RoleChoice): Promise<StoredRole> {
  return (await findRole(db, choice)) ?? fail('not_found')
}

/** Returns the role to give like `requireRole`; undefined for an unknown one. */
export async function findRole(db: Db, choice: RoleChoice): Promise<StoredRole | undefined> {
  if (isBuiltIn(choice)) return { role: choice, roleId: null, permissions: null }
  const result = await sql<RoleRow>`
    select id, name, permissions from custom_role where id = ${choice} for share`.execute(db)
  const [row] = result.rows
  return row && { role: 'custom', roleId: row.id, permissions: row.permissions }
}

function isBuiltIn(choice: RoleChoice): choice is Role {
  return ROLES.some((role) => role === choice)
}

/** Locks the roles of the organization, so that their number and their names stay until the transaction ends. */
export async function lockRoles(tx: Tx): Promise<RoleRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`roles|${tx.orgId}`}, 0))`.execute(tx.db)
  const result = await sql<RoleRow>`
    select id, name, permissions from custom_role where org_id = ${tx.orgId} order by id for update`.execute(tx.db)
  return result.rows
}

/** Adds a custom role. */
export async function addRole(tx: Tx, { id, name, permissions }: RoleRow): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into custom_role (org_id, id, name, permissions, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${name}, ${permissions}::text[], ${now}, ${now})`.execute(tx.db)
}

/** Writes a locked role, and its permissions to the members who have it. Returns the users of the active ones. */
export async function saveRole(tx: Tx, { id, name, permissions }: RoleRow): Promise<string[]> {
  await sql`
    update custom_role set name = ${name}, permissions = ${permissions}::text[], updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
  const result = await sql<{ userId: string; status: string }>`
    update member set permissions = ${permissions}::text[] where org_id = ${tx.orgId} and role_id = ${id}
    returning user_id as "userId", status`.execute(tx.db)
  return result.rows.filter((row) => row.status === 'active').map((row) => row.userId)
}

/** Returns the active members with a role, locked in id order. */
export async function lockHolders(
  tx: Tx,
  roleId: string,
): Promise<{ id: string; userId: string; scope: 'all' | 'groups' }[]> {
  const result = await sql<{ id: string; userId: string; scope: 'all' | 'groups'; status: string }>`
    select id, user_id as "userId", scope, status from member where org_id = ${tx.orgId} and role_id = ${roleId}
    order by id for update`.execute(tx.db)
  return result.rows.filter((row) => row.status === 'active')
}

/** Gives another role to everyone who has one, members who left included. Returns how many active ones and invitations. */
export async function moveHolders(tx: Tx, roleId: string, to: StoredRole): Promise<number> {
  const members = await sql<{ status: string }>`
    update member set role = ${to.role}, role_id = ${to.roleId}, permissions = ${to.permissions}
    where org_id = ${tx.orgId} and role_id = ${roleId} returning status`.execute(tx.db)
  const invitations = await sql<{ accepted_at: Date | null }>`
    update invitation set role = ${to.role}, role_id = ${to.roleId}
    where org_id = ${tx.orgId} and role_id = ${roleId} returning accepted_at`.execute(tx.db)
  return (
    members.rows.filter((row) => row.status === 'active').length +
    invitations.rows.filter((row) => row.accepted_at === null).length
  )
}

/** Deletes a locked role that no one has any more. */
export async function deleteRoleRow(tx: Tx, id: string): Promise<void> {
  await sql`delete from custom_role where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
