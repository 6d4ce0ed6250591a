import { SsoRefusal } from '@crewline/contract/list-log-ins'
import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { noteSsoRefusal, userByEmail } from '../accounts/index.ts'
import { domainOf, type Profile, type SsoProblem } from './rules.ts'
import { isVerifiedDomain, membershipStatus, userOfSubject } from './views.ts'

/** Records a refused log-in in the login history of the member whom it means; nothing when it means none. */
export async function noteRefusal(
  kernel: Kernel,
  scope: Scope,
  refused: { connectionId: string; profile: Profile; problem: SsoProblem; from: From },
): Promise<void> {
  const { connectionId, profile, problem, from } = refused
  const why = SsoRefusal.safeParse(problem)
  const userId = why.success ? await memberOfProfile(kernel, scope, connectionId, profile) : null
  if (why.success && userId !== null) await noteSsoRefusal(scope, { userId, why: why.data, from })
}

/**
 * Returns the user, a member of the organization or a former one, whom a profile means that was refused: the one linked to
 * its subject, else the one with its email, if the identity provider may vouch for that. Null when there is none.
 */
async function memberOfProfile(
  kernel: Kernel,
  scope: Scope,
  connectionId: string,
  profile: Profile,
): Promise<string | null> {
  const linkedId = await userOfSubject(scope.db, connectionId, profile.subject)
  const userId = linkedId ?? (await userOfVouchedEmail(kernel, scope, profile))
  return userId !== undefined && (await membershipStatus(scope.db, userId)) !== undefined ? userId : null
}

async function userOfVouchedEmail(kernel: Kernel, scope: Scope, profile: Profile): Promise<string | undefined> {
  const { email, isEmailUnverified } = profile
  if (email === undefined || isEmailUnverified) return undefined
  if (!(await isVerifiedDomain(scope.db, scope.orgId, domainOf(email)))) return undefined
  const system = kernel.database.asSystem('a user is found by email before they are known to be a member')
  return (await userByEmail(system, email))?.id
}
