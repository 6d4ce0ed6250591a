import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { MemberRemoved, TeamChanged } from './events.ts'
import { settleHoldings } from './holdings.ts'
import { memberWork } from './ports.ts'
import { memberOf } from './service.ts'
import { deactivateMember, lockMembers } from './store.ts'

/**
 * Ends the acting member's own membership and hands over their conversations; waiting texts are sent as planned. The
 * caller ends the sessions. Fails with `last_owner` for the only owner.
 */
export async function leaveTeam(scope: Scope, { reassignTo }: { reassignTo: string | null }): Promise<void> {
  const actor = memberOf(scope)
  await scope.tx(async (tx) => {
    const members = await lockMembers(tx, { memberId: actor.memberId, userId: actor.userId })
    const own = members.find((member) => member.userId === actor.userId) ?? fail('session_invalid')
    const owners = members.filter((member) => member.role === 'owner')
    if (own.role === 'owner' && owners.length === 1) fail('last_owner')
    const { conversations, waitingTexts } = await memberWork.get().count(tx.db, { userId: own.userId })
    await deactivateMember(tx, own.id)
    await memberWork.get().handOver(tx, { userId: own.userId, toUserId: reassignTo })
    const work = { conversations, waitingTexts }
    const { given, skipped } = await settleHoldings(tx, {
      userId: own.userId,
      work,
      toUserId: reassignTo,
      canceled: 0,
      apiKeys: 'keep',
      isOwnDecision: true,
    })
    tx.publish(TeamChanged, {})
    tx.publish(MemberRemoved, { userId: own.userId })
    tx.audit('member.left', own.id, {
      userId: own.userId,
      role: own.role,
      reassignTo,
      conversations,
      waitingTexts,
      given,
      skipped,
    })
  })
}
