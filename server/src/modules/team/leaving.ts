import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { MemberRemoved, TeamChanged } from './events.ts'
import { settleHoldings } from './holdings.ts'
import { workLeft } from './left-work.ts'
import { memberWork } from './ports.ts'
import { memberOf } from './service.ts'
import { deactivateMember, lockMembers } from './store.ts'

/**
 * Ends the acting member's own membership and hands over what they hold; waiting texts are sent as planned. The caller
 * ends the sessions, and announces the returned ids of revoked keys as ended. Fails with `last_owner` for the only owner,
 * and with `not_permitted` for keys to be revoked without `api.manage`.
 */
export async function leaveTeam(
  scope: Scope,
  { reassignTo, apiKeys }: { reassignTo: string | null; apiKeys: 'keep' | 'revoke' },
): Promise<string[]> {
  const actor = memberOf(scope)
  if (apiKeys === 'revoke' && !scope.can('api.manage')) fail('not_permitted')
  return scope.tx(async (tx) => {
    const members = await lockMembers(tx, { memberId: actor.memberId, userId: actor.userId })
    const own = members.find((member) => member.userId === actor.userId) ?? fail('session_invalid')
    const owners = members.filter((member) => member.role === 'owner')
    if (own.role === 'owner' && owners.length === 1) fail('last_owner')
    const work = await tx.unscoped(() => workLeft(tx.db, { userId: own.userId, toUserId: reassignTo }))
    const { conversations, waitingTexts } = work
    await deactivateMember(tx, own.id)
    await memberWork.get().handOver(tx, { userId: own.userId, toUserId: reassignTo })
    const { revokedIds, given, skipped } = await settleHoldings(tx, {
      userId: own.userId,
      work,
      toUserId: reassignTo,
      canceled: 0,
      apiKeys,
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
      apiKeys,
      given,
      skipped,
    })
    return revokedIds
  })
}
