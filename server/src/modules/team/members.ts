import { msg } from '@crewline/contract/localized-text'
import type { BodyOf, QueryOf } from '@crewline/contract/endpoint'
import type { HeldKind } from '@crewline/contract/holdings'
import { mayGrant, permissionsHeld, type RoleHolder } from '@crewline/contract/permissions'
import type { changeMember, memberWork as memberWorkEndpoint, removeMember, Teammate } from '@crewline/contract/team'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceMemberChange, announceSessionEnd } from '../../kernel/realtime/revoked.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { MemberRemoved, TeamChanged } from './events.ts'
import { settleHoldings } from './holdings.ts'
import { workLeft } from './left-work.ts'
import { memberSessions, memberWork, type MemberWork } from './ports.ts'
import { canSeeAllContacts } from './rules.ts'
import { memberOf, refuseHigher, requireGroups, type Member } from './service.ts'
import {
  deactivateMember,
  deleteInvitation,
  groupIdsOf,
  lockMembers,
  setMembership,
  type LockedMember,
  type StoredMembership,
  type StoredRole,
} from './store.ts'
import { requireRole } from './store/roles.ts'
import { findMember, invitationById, memberById, openRole } from './views.ts'

/** Counts what a member leaves behind, or what they could no longer do with another role and groups. */
export async function countWork(scope: Scope, query: QueryOf<typeof memberWorkEndpoint>): Promise<MemberWork> {
  const { userId } = (await findMember(scope.db, query.memberId)) ?? fail('not_found')
  const { groupIds = [] } = query
  const role = query.role ? await requireRole(scope.db, query.role) : undefined
  const as = role && { ...role, groupIds: canSeeAllContacts(role) ? [] : groupIds }
  return memberWork.get().count(scope.db, { userId, ...(as ? { as } : {}) })
}

/**
 * Changes the role and groups of a member. Their next request has the new permissions, their sockets reconnect with
 * them, and conversations that they can no longer answer are handed over.
 */
export async function change(
  kernel: Kernel,
  scope: Scope,
  memberId: string,
  request: BodyOf<typeof changeMember>,
): Promise<{ member: Teammate }> {
  const actor = memberOf(scope)
  await refuseEarly(kernel, scope, { memberId, actor })
  const groupIds = request.groupIds && (await requireGroups(scope, request.groupIds))
  const changed = await scope.tx(async (tx) => {
    const { target, isOnlyOwner } = await lockTarget(tx, { memberId, actor })
    const role = request.role ? await requireRole(tx.db, request.role) : undefined
    if (role) refuseHigher(actor, role)
    if (role && target.viaParentId) fail('managed_elsewhere')
    const before = await membershipOf(tx, target)
    const after = changedMembership(before, { role, groupIds })
    if (JSON.stringify(after) === JSON.stringify(before)) return undefined
    if (isOnlyOwner && after.role !== 'owner') fail('last_owner')
    await setMembership(tx, target.id, after)
    await memberWork.get().handOver(tx, { userId: target.userId, toUserId: request.reassignTo })
    tx.publish(TeamChanged, {})
    tx.audit('member.changed', target.id, { userId: target.userId, before, after, reassignTo: request.reassignTo })
    return target
  })
  if (changed) announceMemberChange(kernel, { orgId: scope.orgId, userId: changed.userId })
  return { member: await memberById(scope, kernel, memberId) }
}

/** How much a removed member left behind, and what the successor may not take over. */
type Removed = Omit<MemberWork, 'drafts'> & { skipped: HeldKind[] }

/**
 * Removes a member, whose next request and sockets are refused, or withdraws an invitation. Returns how much was handed
 * over.
 */
export async function remove(
  kernel: Kernel,
  scope: Scope,
  id: string,
  request: BodyOf<typeof removeMember>,
): Promise<Removed> {
  const actor = memberOf(scope)
  if (!(await findMember(scope.db, id))) return withdraw(scope, id, actor)
  if (request.apiKeys === 'revoke' && !scope.can('api.manage')) fail('not_permitted')
  await refuseEarly(kernel, scope, { memberId: id, actor })
  const removed = await scope.tx(async (tx) => {
    const { target, isOnlyOwner } = await lockTarget(tx, { memberId: id, actor })
    if (isOnlyOwner) fail('last_owner')
    const { userId } = target
    const work = await workLeft(tx.db, { userId, toUserId: request.reassignTo })
    const { conversations, waitingTexts } = work
    await deactivateMember(tx, target.id)
    // Texts before conversations: sending locks them in this order too.
    const cancelled = request.waitingTexts === 'cancel' ? await memberWork.get().cancelTexts(tx, userId) : 0
    await memberWork.get().handOver(tx, { userId, toUserId: request.reassignTo })
    const { revokedIds, given, skipped } = await settleHoldings(tx, {
      userId,
      work,
      toUserId: request.reassignTo,
      canceled: cancelled,
      apiKeys: request.apiKeys,
      isOwnDecision: false,
    })
    tx.publish(TeamChanged, {})
    tx.publish(MemberRemoved, { userId })
    tx.audit('member.removed', target.id, {
      userId,
      role: target.role,
      reassignTo: request.reassignTo,
      conversations,
      waitingTexts,
      cancelled,
      apiKeys: request.apiKeys,
      given,
      skipped,
    })
    return { userId, work: { conversations, waitingTexts, skipped }, revokedIds }
  })
  const membership = { orgId: scope.orgId, userId: removed.userId }
  announceMemberChange(kernel, membership)
  for (const id of removed.revokedIds) announceSessionEnd(kernel, id)
  await memberSessions.get().end(kernel, membership)
  return removed.work
}

async function withdraw(scope: Scope, id: string, actor: Member): Promise<Removed> {
  const { email, role } = await invitationById(scope, id)
  refuseHigherMember(actor, (await openRole(scope.db, email)) ?? fail('not_found'))
  await scope.tx(async (tx) => {
    if (!(await deleteInvitation(tx, id))) fail('not_found')
    tx.publish(TeamChanged, {})
    tx.audit('invitation.withdrawn', id, { email, role })
  })
  return { conversations: 0, waitingTexts: 0, skipped: [] }
}

/** Who is changed by whom. */
export interface Attempt {
  memberId: string
  actor: Member
}

/** Refuses what needs no lock, in the order in which the caller can do something about it. */
async function refuseEarly(kernel: Kernel, scope: Scope, { memberId, actor }: Attempt): Promise<void> {
  const target = (await findMember(scope.db, memberId)) ?? fail('not_found')
  if (target.userId === actor.userId) fail(target.isOnlyOwner ? 'last_owner' : 'own_membership')
  refuseHigherMember(actor, target)
  await memberSessions.get().requireProof(kernel, actor)
}

/** Locks a member, and checks again with the rows as they are now what `refuseEarly` checked. */
export async function lockTarget(
  tx: Tx,
  { memberId, actor }: Attempt,
): Promise<{ acting: LockedMember; target: LockedMember; isOnlyOwner: boolean }> {
  const members = await lockMembers(tx, { memberId, userId: actor.userId })
  const acting = members.find((member) => member.userId === actor.userId) ?? fail('session_invalid')
  const target = members.find((member) => member.id === memberId) ?? fail('not_found')
  if (!permissionsHeld(acting).includes('team.manage')) fail('not_permitted')
  refuseHigherMember(acting, target)
  const owners = members.filter((member) => member.role === 'owner')
  return { acting, target, isOnlyOwner: owners.length === 1 && owners[0]?.id === target.id }
}

function refuseHigherMember(acting: RoleHolder, other: RoleHolder): void {
  if (!mayGrant(acting, other))
    fail('role_too_high', {
      text:
        other.role === 'owner'
          ? msg({ message: 'Only an owner can do this.' })
          : msg({ message: 'This teammate may do more than you. Ask an owner or admin.' }),
    })
}

/** Returns the role, scope and groups of a locked member. */
export async function membershipOf(
  tx: Tx,
  { id, role, roleId, permissions, scope }: LockedMember,
): Promise<StoredMembership> {
  return { role, roleId, permissions, scope, groupIds: scope === 'groups' ? await groupIdsOf(tx, id) : [] }
}

function changedMembership(
  before: StoredMembership,
  { role, groupIds }: { role?: StoredRole | undefined; groupIds?: string[] | undefined },
): StoredMembership {
  const is = role ?? { role: before.role, roleId: before.roleId, permissions: before.permissions }
  if (canSeeAllContacts(is)) return { ...is, scope: 'all', groupIds: [] }
  // A member whose groups were all deleted sees no contacts, and that stays so until groups are chosen.
  if (groupIds === undefined) return { ...before, ...is }
  return { ...is, scope: groupIds.length > 0 ? 'groups' : 'all', groupIds: groupIds.toSorted() }
}
