import type { From } from '../../kernel/http/serve.ts'
import { announceMemberChange, announceSessionEnd } from '../../kernel/realtime/revoked.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { leaveTeam } from '../team/index.ts'
import { needProof, ownAccount } from './proofs.ts'
import { pushForgetter } from './ports.ts'
import { openFor } from './sessions.ts'
import { provedAt, revokeSessions } from './store/sessions.ts'
import { openableOrganizations } from './views.ts'

/** The sockets of the leaving user close this much later than their sessions, in ms, so that the response arrives first. */
const OWN_SOCKETS_DELAY_MS = 500

/**
 * Ends the membership of the user in this organization with its sessions, and opens another organization of theirs.
 * Returns null when this was the only one.
 */
export async function leave(
  kernel: Kernel,
  scope: Scope,
  request: { reassignTo: string | null; apiKeys: 'keep' | 'revoke'; from: From },
) {
  const { member, account } = await ownAccount(kernel, scope)
  await needProof(kernel, member)
  for (const id of await leaveTeam(scope, request)) announceSessionEnd(kernel, id)
  const system = kernel.database.asSystem('a user may belong to several organizations')
  // Others may need another way to log in.
  const openable = await openableOrganizations(system, account.id, member.ssoConnectionId ?? null)
  const next =
    openable.size > 0 &&
    (await openFor(kernel, system, account, {
      from: request.from,
      requestId: scope.requestId,
      after: member.sessionId,
      ssoConnectionId: member.ssoConnectionId,
      provedAt: await provedAt(system, member.sessionId),
      skipNewDeviceEmail: true,
      action: 'session.entered',
    }))
  const [organizationId, userId] = [scope.orgId, account.id]
  const now = kernel.world.now()
  const endedIds = await system
    .transaction()
    .execute((db) => revokeSessions(db, { userId, organizationId, reason: 'left', now }))
  await pushForgetter.get()(system, userId, { organizationId })
  setTimeout(() => {
    for (const id of endedIds) announceSessionEnd(kernel, id)
    announceMemberChange(kernel, { orgId: organizationId, userId })
  }, OWN_SOCKETS_DELAY_MS).unref()
  return { next: next ? { status: 'OK' as const, ...next } : null }
}
