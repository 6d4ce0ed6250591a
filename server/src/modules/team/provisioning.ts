import type { RoleChoice } from '@crewline/contract/team'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceMemberChange, announceSessionEnd } from '../../kernel/realtime/revoked.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { MemberRemoved, TeamChanged } from './events.ts'
import { reportEndedKeys } from './ended-keys.ts'
import { settleHoldings } from './holdings.ts'
import { workLeft } from './left-work.ts'
import { membershipOf } from './members.ts'
import { groupNames, memberSessions, memberWork } from './ports.ts'
import { canSeeAllContacts } from './rules.ts'
import { addMember, deactivateMember, lockMembers, setMembership, takeInvitationOf, type StoredRole } from './store.ts'
import { savePermissionsFromParent, type FromParent } from './store/from-parent.ts'
import { findRole } from './store/roles.ts'

/** The role and the groups that an identity provider gives. */
export interface GivenRole {
  role: RoleChoice
  /** Limits the member to the contacts of these groups; all contacts when empty. */
  groupIds: readonly string[]
}

/** The role of someone whose role does not exist any more: the one that may do least. */
const FALLBACK: StoredRole = { role: 'viewer', roleId: null, permissions: null }

/**
 * Makes a user an active member with this role, or with that of an open invitation if `isRoleFallback`, and uses the
 * invitation up. Groups that do not exist any more are left out. Returns the member id.
 */
export async function provisionMember(
  tx: Tx,
  user: { userId: string; email: string; given: GivenRole; isRoleFallback: boolean },
): Promise<string> {
  const now = tx.world.now()
  const invitation = await takeInvitationOf(tx, user.email)
  const given =
    invitation && user.isRoleFallback
      ? { role: invitation.roleId ?? invitation.role, groupIds: invitation.groupIds }
      : user.given
  const { role, groupIds, isLimited } = await asStored(tx, given)
  const memberId = await addMember(tx.db, {
    id: tx.world.id(),
    orgId: tx.orgId,
    userId: user.userId,
    ...role,
    scope: isLimited ? 'groups' : 'all',
    groupIds,
    now,
  })
  tx.publish(TeamChanged, {})
  tx.audit('member.provisioned', memberId, { userId: user.userId, role: role.role, roleId: role.roleId, groupIds })
  return memberId
}

/**
 * Gives an active member another role. Owners keep theirs: an identity provider neither makes nor unmakes them. So do
 * teammates of the parent who act by a grant. Returns
 * whether something changed; then call `announceMembership` after the commit.
 */
export async function changeProvisionedRole(tx: Tx, userId: string, given: GivenRole): Promise<boolean> {
  const target = (await lockMembers(tx, { memberId: NO_MEMBER, userId })).find((member) => member.userId === userId)
  if (!target || target.role === 'owner' || target.viaParentId) return false
  const before = await membershipOf(tx, target)
  const { role, groupIds, isLimited } = await asStored(tx, given)
  const after = { ...role, scope: isLimited ? ('groups' as const) : ('all' as const), groupIds: groupIds.toSorted() }
  if (JSON.stringify(after) === JSON.stringify(before)) return false
  await setMembership(tx, target.id, after)
  await memberWork.get().handOver(tx, { userId, toUserId: null })
  tx.publish(TeamChanged, {})
  tx.audit('member.changed', target.id, { userId, before, after })
  return true
}

/**
 * Sets what an active member by a grant of the parent may do; conversations that they can read no more become unassigned.
 * Returns whether there is one and something changed; then call `announceMemberChange` after the commit.
 */
export async function narrowFromParent(tx: Tx, member: FromParent): Promise<boolean> {
  const changed = await savePermissionsFromParent(tx, member)
  if (!changed) return false
  const { userId, permissions } = member
  const { memberId, before } = changed
  if (before.some((permission) => !permissions.includes(permission)))
    await memberWork.get().handOver(tx, { userId, toUserId: null })
  tx.audit('member.changed', memberId, { userId, before: { permissions: before }, after: { permissions } })
  return true
}

/** The keys that ended with a membership. */
export interface EndedKeys {
  /** Keys whose sockets close: those that ended, and those of which an old secret ended. */
  ids: string[]
  names: string[]
}

/**
 * Ends the membership of a user; their conversations become unassigned, their waiting texts are sent as planned, and the API
 * keys they created or replaced end (ADR 0153, 0170). Fails with `last_owner` for the only owner, and for the owners in `kept`. Call
 * `announceMembership` with the ended keys after the commit.
 */
export async function removeProvisionedMember(tx: Tx, userId: string, kept: readonly string[]): Promise<EndedKeys> {
  const members = await lockMembers(tx, { memberId: NO_MEMBER, userId })
  const target = members.find((member) => member.userId === userId) ?? fail('not_found')
  const owners = members.filter((member) => member.role === 'owner')
  if (target.role === 'owner' && (owners.length === 1 || kept.includes(userId))) fail('last_owner')
  const work = await workLeft(tx.db, { userId, toUserId: null })
  const { conversations, waitingTexts } = work
  await deactivateMember(tx, target.id)
  await memberWork.get().handOver(tx, { userId, toUserId: null })
  // Who is removed elsewhere is not asked what to do with keys, of which they may have a copy.
  const apiKeys = 'revoke'
  const settled = await settleHoldings(tx, { userId, work, toUserId: null, canceled: 0, apiKeys, isOwnDecision: false })
  tx.publish(TeamChanged, {})
  tx.publish(MemberRemoved, { userId })
  tx.audit('member.removed', target.id, {
    userId,
    role: target.role,
    reassignTo: null,
    conversations,
    waitingTexts,
    apiKeys,
  })
  return { ids: settled.revokedIds, names: settled.revoked }
}

/**
 * Lets sockets and sessions of a member follow a change of their membership. A removal ends their sessions here and the
 * sockets of the keys that ended, and those who manage keys get an email about these.
 */
export async function announceMembership(
  kernel: Kernel,
  membership: { orgId: string; userId: string },
  { isRemoved, endedKeys }: { isRemoved: boolean; endedKeys?: EndedKeys | undefined },
): Promise<void> {
  announceMemberChange(kernel, membership)
  for (const id of endedKeys?.ids ?? []) announceSessionEnd(kernel, id)
  if (isRemoved) await memberSessions.get().end(kernel, membership)
  if (endedKeys && endedKeys.names.length > 0) await reportEndedKeys(kernel, membership, endedKeys)
}

/** No member has it. */
const NO_MEMBER = '00000000-0000-0000-0000-000000000000'

async function asStored(
  tx: Tx,
  given: GivenRole,
): Promise<{ role: StoredRole; groupIds: string[]; isLimited: boolean }> {
  const role = (await findRole(tx.db, given.role)) ?? FALLBACK
  if (canSeeAllContacts(role) || given.groupIds.length === 0) return { role, groupIds: [], isLimited: false }
  const groups = await groupNames.get()(tx.db, tx.orgId, [...new Set(given.groupIds)])
  // Whose groups were all deleted sees no contacts, never all of them.
  return { role, groupIds: groups.map(({ id }) => id), isLimited: true }
}
