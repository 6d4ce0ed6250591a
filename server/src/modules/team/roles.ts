import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import { ROLES_MAX } from '@crewline/contract/organization-limits'
import { mayGrant, withRequired, type RoleHolder } from '@crewline/contract/permissions'
import type { createRole, CustomRole, deleteRole, editRole } from '@crewline/contract/roles'
import type { RoleChoice } from '@crewline/contract/team'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceMemberChange } from '../../kernel/realtime/revoked.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { TeamChanged } from './events.ts'
import { memberSessions, memberWork } from './ports.ts'
import { roleById } from './role-views.ts'
import { canSeeAllContacts } from './rules.ts'
import { memberOf, type Member } from './service.ts'
import type { StoredRole } from './store.ts'
import {
  addRole,
  deleteRoleRow,
  lockHolders,
  lockRoles,
  moveHolders,
  requireRole,
  saveRole,
  type RoleRow,
} from './store/roles.ts'

/** Adds a custom role with permissions that the acting member has. */
export async function addCustomRole(
  kernel: Kernel,
  scope: Scope,
  { name, permissions }: BodyOf<typeof createRole>,
): Promise<{ role: CustomRole }> {
  const actor = memberOf(scope)
  await memberSessions.get().requireProof(kernel, actor)
  const role: RoleRow = { id: scope.world.id(), name, permissions: withRequired(permissions) }
  refuseMore(actor, role.permissions)
  await scope.tx(async (tx) => {
    const roles = await lockRoles(tx)
    if (roles.length >= ROLES_MAX) fail('too_many')
    refuseTaken(roles, role)
    await addRole(tx, role)
    tx.publish(TeamChanged, {})
    tx.audit('role.created', role.id, { name, permissions: role.permissions })
  })
  return { role: await roleById(scope.db, role.id) }
}

/**
 * Changes a custom role for everyone who has it: their next request has the new permissions, their sockets reconnect with
 * them, and conversations that they can no longer answer become unassigned.
 */
export async function editCustomRole(
  kernel: Kernel,
  scope: Scope,
  id: string,
  request: BodyOf<typeof editRole>,
): Promise<{ role: CustomRole }> {
  const actor = memberOf(scope)
  await roleById(scope.db, id)
  await memberSessions.get().requireProof(kernel, actor)
  const userIds = await scope.tx(async (tx) => {
    const { roles, role: before } = await lockRole(tx, id)
    const after: RoleRow = {
      id,
      name: request.name ?? before.name,
      permissions: request.permissions ? withRequired(request.permissions) : before.permissions,
    }
    if (JSON.stringify(after) === JSON.stringify(before)) return []
    refuseMore(actor, before.permissions)
    refuseMore(actor, after.permissions)
    refuseTaken(roles, after)
    const holders = await lockHolders(tx, id)
    refuseOwn(actor, holders)
    refuseLimited(holders, { role: 'custom', permissions: after.permissions }, 'permissions')
    const holderIds = await saveRole(tx, after)
    for (const userId of holderIds) await memberWork.get().handOver(tx, { userId, toUserId: null })
    tx.publish(TeamChanged, {})
    tx.audit('role.changed', id, { before: plain(before), after: plain(after), members: holderIds.length })
    return after.permissions.join() === before.permissions.join() ? [] : holderIds
  })
  announceAll(kernel, scope.orgId, userIds)
  return { role: await roleById(scope.db, id) }
}

/** Deletes a custom role. Members and invitations that have it get the successor, which must be named then. */
export async function deleteCustomRole(
  kernel: Kernel,
  scope: Scope,
  id: string,
  { successor }: BodyOf<typeof deleteRole>,
): Promise<{ moved: number }> {
  const actor = memberOf(scope)
  await roleById(scope.db, id)
  await memberSessions.get().requireProof(kernel, actor)
  const { moved, userIds } = await scope.tx(async (tx) => {
    const { role } = await lockRole(tx, id)
    refuseMore(actor, role.permissions)
    const holders = await lockHolders(tx, id)
    refuseOwn(actor, holders)
    const { members, invitations } = await roleById(tx.db, id)
    if (successor === null && members + invitations > 0)
      fail('role_in_use', { fieldErrors: { successor: msg({ message: 'Choose the role they get instead.' }) } })
    // Members who left keep a role too, which must exist: they would return with another one anyway.
    const to = await successorOf(tx, actor, { successor: successor ?? 'viewer', id })
    refuseLimited(holders, to, 'successor')
    const count = await moveHolders(tx, id, to)
    for (const { userId } of holders) await memberWork.get().handOver(tx, { userId, toUserId: null })
    await deleteRoleRow(tx, id)
    tx.publish(TeamChanged, {})
    tx.audit('role.deleted', id, { before: plain(role), successor, moved: count })
    return { moved: count, userIds: holders.map((holder) => holder.userId) }
  })
  announceAll(kernel, scope.orgId, userIds)
  return { moved }
}

async function successorOf(
  tx: Tx,
  actor: Member,
  { successor, id }: { successor: RoleChoice; id: string },
): Promise<StoredRole> {
  // Owners are made one by one.
  if (successor === id || successor === 'owner')
    return fail('invalid', { fieldErrors: { successor: msg({ message: 'Choose another role.' }) } })
  const to = await requireRole(tx.db, successor)
  refuseMore(actor, to, 'successor')
  return to
}

async function lockRole(tx: Tx, id: string): Promise<{ roles: RoleRow[]; role: RoleRow }> {
  const roles = await lockRoles(tx)
  const role = roles.find((row) => row.id === id.toLowerCase()) ?? fail('not_found')
  return { roles, role }
}

/** Refuses what permits more than the acting member may do. */
function refuseMore(actor: Member, granted: readonly string[] | RoleHolder, field = 'permissions'): void {
  const role: RoleHolder = 'role' in granted ? granted : { role: 'custom', permissions: granted }
  if (!mayGrant(actor, role))
    fail('role_too_high', {
      fieldErrors: { [field]: msg({ message: 'You can only give what you may do yourself.' }) },
    })
}

function refuseTaken(roles: RoleRow[], { id, name }: RoleRow): void {
  if (roles.some((role) => role.id !== id && role.name.toLowerCase() === name.toLowerCase()))
    fail('name_taken', { fieldErrors: { name: msg({ message: 'Another role has this name.' }) } })
}

function refuseOwn(actor: Member, holders: { userId: string }[]): void {
  if (holders.some(({ userId }) => userId === actor.userId)) fail('own_membership')
}

/** Who manages the team sees all contacts, so members limited to some groups must not get there by the way. */
function refuseLimited(holders: { scope: 'all' | 'groups' }[], role: RoleHolder, field: string): void {
  if (!canSeeAllContacts(role) || holders.every(({ scope }) => scope === 'all')) return
  fail('invalid', {
    fieldErrors: {
      [field]: msg({ message: 'Teammates with this role see only some groups. Let them see all contacts first.' }),
    },
  })
}

function plain({ name, permissions }: RoleRow) {
  return { name, permissions }
}

function announceAll(kernel: Kernel, orgId: string, userIds: string[]): void {
  for (const userId of userIds) announceMemberChange(kernel, { orgId, userId })
}
