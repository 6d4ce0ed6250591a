import type { SignedIn } from '@crewline/contract/accounts'
import { fail } from '../../kernel/failure.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import { openFor } from './sessions.ts'
import { userById } from './store/people.ts'

/**
 * Opens a session for a user whom the identity provider of a connection vouched for. It opens this organization and no other
 * that does not trust the connection. The identity provider counts as the second step. `provedAt` is when it checked the
 * user, if that was asked for now. Fails with `link_invalid` when the user is disabled or no member any more.
 */
export async function openSsoSession(
  guest: Guest,
  login: { userId: string; organizationId: string; connectionId: string; provedAt: Date | null },
): Promise<Omit<SignedIn, 'status'>> {
  const { kernel } = guest
  const system = kernel.database.asSystem('a user logs in before the session exists')
  const account = await userById(system, login.userId)
  if (!account || account.deactivatedAt) return fail('link_invalid')
  const opened = await openFor(kernel, system, account, {
    from: guest,
    requestId: guest.requestId,
    organizationId: login.organizationId,
    isOnlyThere: true,
    ssoConnectionId: login.connectionId,
    provedAt: login.provedAt,
    method: 'sso',
    action: 'session.opened_by_sso',
  })
  return opened ?? fail('link_invalid')
}
