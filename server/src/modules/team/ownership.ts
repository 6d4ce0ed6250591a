import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Teammate, transferOwnership } from '@crewline/contract/team'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceMemberChange } from '../../kernel/realtime/revoked.ts'
import type { Scope } from '../../kernel/scope.ts'
import { queueMail } from '../mail/index.ts'
import { organizationOf, senderOf, settingsOf } from '../organizations/index.ts'
import { ownershipMail } from './emails.ts'
import { TeamChanged } from './events.ts'
import { lockTarget, membershipOf } from './members.ts'
import { memberSessions, memberWork } from './ports.ts'
import { memberOf } from './service.ts'
import { setMembership } from './store.ts'
import { readersOf } from './reader-views.ts'
import { findMember, memberById } from './views.ts'

/**
 * Makes a member an owner and gives the acting owner another role, or does neither. What the former owner may no longer
 * answer goes to the new one. Both get an email and reconnect with what they may do now.
 */
export async function transfer(
  kernel: Kernel,
  scope: Scope,
  { memberId, becomes }: BodyOf<typeof transferOwnership>,
): Promise<{ member: Teammate }> {
  const actor = memberOf(scope)
  if (actor.role !== 'owner') refuseNonOwner()
  const found = (await findMember(scope.db, memberId)) ?? fail('not_found')
  if (found.userId === actor.userId) fail('own_membership')
  if (found.role === 'owner') fail('already_owner')
  const { security } = await settingsOf(scope.db, scope.orgId)
  if (security.secondStepBy !== null && !found.mfa) fail('second_step_missing')
  await memberSessions.get().requireProof(kernel, actor)
  const userId = await scope.tx(async (tx) => {
    const { target, acting } = await lockTarget(tx, { memberId, actor })
    if (acting.role !== 'owner') refuseNonOwner()
    if (target.role === 'owner') fail('already_owner')
    if (target.viaParentId) fail('managed_elsewhere')
    const before = { owner: await membershipOf(tx, acting), member: await membershipOf(tx, target) }
    await setMembership(tx, target.id, { role: 'owner', ...BUILT_IN, scope: 'all', groupIds: [] })
    await setMembership(tx, acting.id, { role: becomes, ...BUILT_IN, scope: 'all', groupIds: [] })
    await memberWork.get().handOver(tx, { userId: acting.userId, toUserId: target.userId })
    tx.publish(TeamChanged, {})
    tx.audit('ownership.transferred', target.id, {
      userId: target.userId,
      fromUserId: acting.userId,
      before,
      after: { owner: becomes, member: 'owner' },
    })
    return target.userId
  })
  await notifyBoth(kernel, scope, { from: actor.userId, to: userId })
  for (const changed of [userId, actor.userId]) announceMemberChange(kernel, { orgId: scope.orgId, userId: changed })
  return { member: await memberById(scope, kernel, memberId) }
}

const BUILT_IN = { roleId: null, permissions: null }

function refuseNonOwner(): never {
  return fail('role_too_high', { text: msg({ message: 'Only an owner can do this.' }) })
}

async function notifyBoth(kernel: Kernel, scope: Scope, { from, to }: { from: string; to: string }): Promise<void> {
  const [{ organization }, readers] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    readersOf(scope.db, [from, to]),
  ])
  const system = kernel.database.asSystem('emails wait in a queue that belongs to no organization')
  const [former, successor] = [readers.get(from), readers.get(to)]
  if (!former || !successor) return
  const details = { organization: organization.name, former: former.name, successor: successor.name }
  const url = `${kernel.config.publicUrl}/dashboard/team`
  const sender = senderOf(kernel, organization)
  await queueMail(kernel, system, { ...ownershipMail(successor, { ...details, isSuccessor: true, url }), sender })
  await queueMail(kernel, system, { ...ownershipMail(former, { ...details, isSuccessor: false, url }), sender })
}
