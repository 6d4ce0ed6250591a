import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { Membership } from '../team/index.ts'

/** Says how to log in to an organization that this log-in does not open; only to someone who just proved who they are. */
export function refuseLogin({ name }: Membership, ssoConnectionId: string | null): never {
  return fail('other_login_needed', {
    text: ssoConnectionId
      ? msg({ message: 'Log out and log in with your password to open {name}.', values: { name } })
      : msg({
          message: '{name} requires logging in through your company. Choose "Log in with your company".',
          values: { name },
        }),
  })
}

/**
 * Returns the organizations that a session lists. One that began through an identity provider lists only what that provider
 * opens: a provider of one organization must not show the others of a user.
 */
export function listedFor(
  memberships: Membership[],
  { openable, ssoConnectionId }: { openable: Set<string>; ssoConnectionId: string | null },
): Membership[] {
  return ssoConnectionId ? memberships.filter(({ organizationId }) => openable.has(organizationId)) : memberships
}
