import { VIEWING_MS } from '@crewline/contract/log-in-limits'
import { mayGrant } from '@crewline/contract/permissions'
import { fail } from '../../kernel/failure.ts'
import { effectiveScope, type Viewing } from '../../kernel/http/session-gate.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { announceSessionEnd } from '../../kernel/realtime/revoked.ts'
import { makeScope, viewingOf, type Scope } from '../../kernel/scope.ts'
import { makeViewingToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { organizationOf } from '../organizations/index.ts'
import { needProof, ownAccount, type Member } from './proofs.ts'
import { addViewing, endViewingOnce, openViewings, viewingsOfViewer, type OpenViewing } from './store/viewings.ts'
import { openedBy } from './viewed.ts'
import { viewedMember, viewingsOf } from './views.ts'

/** Why a viewing ended. */
type EndReason = 'ended' | 'time' | 'access' | 'another'

/**
 * Opens the product as a member sees it, read only, for the acting member, and ends their viewings before. Fails with
 * `own_membership` for the actor, and with `role_too_high` for a member who may do more than the actor.
 */
export async function startView(
  kernel: Kernel,
  scope: Scope,
  memberId: string,
): Promise<{ token: string; expiresAt: string }> {
  const { member } = await ownAccount(kernel, scope)
  const system = kernel.database.asSystem('the tokens of viewings are read before the organization is known')
  const found = (await viewedMember(system, { orgId: scope.orgId, memberId })) ?? fail('not_found')
  if (found.userId === member.userId) fail('own_membership')
  if (!mayGrant(member, found) || effectiveScope(member) !== 'all') fail('role_too_high')
  await needProof(kernel, member)
  for (const earlier of await viewingsOfViewer(system, scope.orgId, member.userId))
    await recordEnd(kernel, scope, earlier, 'another')
  const token = makeViewingToken(kernel.world)
  const id = kernel.world.id()
  const now = kernel.world.now()
  const expiresAt = new Date(now.getTime() + VIEWING_MS)
  await scope.tx(async (tx) => {
    const viewing = { orgId: scope.orgId, id, tokenHash: tokenHash(token), viewerId: member.userId, now, expiresAt }
    await addViewing(tx.db, { ...viewing, sessionId: member.sessionId, userId: found.userId, memberId })
    tx.audit('viewing.started', memberId, { userId: found.userId, expiresAt: expiresAt.toISOString() })
  })
  return { token, expiresAt: expiresAt.toISOString() }
}

/**
 * Ends the viewing whose token calls, or every viewing that the acting member started in this organization. Their sockets
 * close at once.
 */
export async function endViews(kernel: Kernel, scope: Scope): Promise<void> {
  const { member } = await ownAccount(kernel, scope)
  const system = kernel.database.asSystem('viewings end')
  const viewerId = viewingOf(scope)?.userId ?? member.userId
  for (const viewing of await viewingsOfViewer(system, scope.orgId, viewerId))
    if (!viewingOf(scope) || viewing.id === member.sessionId) await recordEnd(kernel, scope, viewing, 'ended')
}

/** Lists who viewed the organization as the acting member. */
export async function listViewings(kernel: Kernel, scope: Scope) {
  const { account } = await ownAccount(kernel, scope)
  return {
    data: (await viewingsOf(scope.db, account.id)).map(({ startedAt, endedAt, ...viewing }) => ({
      ...viewing,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
    })),
  }
}

/** Records the end of viewings that are over: after their time, or because they open nothing any more. */
export async function closeInvalidViewings(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('viewings of every organization end')
  const now = kernel.world.now()
  for (const viewing of await openViewings(system)) {
    const isOver = viewing.expiresAt <= now
    if (!isOver && (await openedBy(system, viewing, now))) continue
    const { organization } = await organizationOf(system, viewing.orgId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'a viewing ended' }, kernel.world.id())
    await recordEnd(kernel, scope, viewing, isOver ? 'time' : 'access')
  }
}

/** Ends a viewing in the audit log as its viewer, who acts by ending it; the product ends the others. */
async function recordEnd(kernel: Kernel, scope: Scope, viewing: OpenViewing, reason: EndReason): Promise<void> {
  const { org, actor, requestId } = scope
  const { memberId, userId, viewerId } = viewing
  const acting = actor.kind === 'member' && actor.viewing ? asViewer({ ...actor, viewing: actor.viewing }) : actor
  await makeScope(kernel, org, acting, requestId).tx(async (tx) => {
    if (await endViewingOnce(tx.db, viewing.id, tx.world.now()))
      tx.audit('viewing.ended', memberId, { userId, viewerId, reason })
  })
  announceSessionEnd(kernel, viewing.id, reason === 'ended' ? 'logged_out' : 'revoked')
}

/** Returns the viewer as the actor who ends their own viewing. */
function asViewer({ viewing, ...actor }: Member & { viewing: Viewing }): Member {
  return { ...actor, userId: viewing.userId, sessionId: viewing.sessionId, scope: 'all' }
}
