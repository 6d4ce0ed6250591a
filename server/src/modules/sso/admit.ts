import { NAME_MAX } from '@crewline/contract/limits'
import type { Kernel } from '../../kernel/kernel.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { addUser, userByEmail, userById } from '../accounts/index.ts'
import {
  announceMembership,
  changeProvisionedRole,
  provisionMember,
  requireDomain,
  type GivenRole,
} from '../team/index.ts'
import { domainOf, roleByGroups, SsoRefused, type Profile } from './rules.ts'
import { addIdentity, type Connection } from './store.ts'
import { hasSubject, isVerifiedDomain, membershipStatus, userOfSubject } from './views.ts'

/** A person whom the identity provider vouched for, with an email of a verified domain. */
type Vouched = Profile & { email: string }

/** Refuses a person without an email of a verified domain. */
export async function requireVouched(scope: Scope, profile: Profile): Promise<Vouched> {
  const { email } = profile
  if (email === undefined || !domainOf(email)) throw new SsoRefused('email_missing')
  if (profile.isEmailUnverified) throw new SsoRefused('email_unverified')
  await requireSsoDomain(scope, email)
  return { ...profile, email }
}

/** Refuses an email outside the verified domains of the organization, or outside those that its settings allow. */
export async function requireSsoDomain(scope: Pick<Scope, 'db' | 'orgId'>, email: string): Promise<void> {
  const isVerified = await isVerifiedDomain(scope.db, scope.orgId, domainOf(email))
  if (!isVerified) throw new SsoRefused('domain_not_allowed')
  await requireDomain(scope.db, scope.orgId, email).catch((error: unknown) => {
    throw error instanceof Failure ? new SsoRefused('domain_not_allowed') : error
  })
}

/**
 * Returns the user whom the identity provider vouched for, and makes them a member on their first log-in if the
 * organization wants that. The role follows their groups. `isTest`: checks the same and changes nothing.
 */
export async function admit(
  kernel: Kernel,
  scope: Scope,
  input: { connection: Connection; profile: Profile; isTest: boolean },
): Promise<string | null> {
  const { connection, isTest } = input
  const profile = await requireVouched(scope, input.profile)
  const system = kernel.database.asSystem('a user logs in before they are known to be a member')
  const linkedId = await userOfSubject(scope.db, connection.id, profile.subject)
  // The email only finds a user whom no log-in has linked yet, and only one of a verified domain.
  const account = linkedId === undefined ? await userByEmail(system, profile.email) : await userById(system, linkedId)
  if (account?.deactivatedAt) throw new SsoRefused('disabled')
  const status = account && (await membershipStatus(scope.db, account.id))
  if (status === 'deactivated') throw new SsoRefused('removed')
  if (status !== 'active' && !connection.createsMembers) throw new SsoRefused('not_member')
  // An address can pass to another person at the identity provider, or be entered there by mistake.
  const isOther = linkedId === undefined && account && (await hasSubject(scope.db, connection.id, account.id))
  if (isOther) throw new SsoRefused('other_subject')
  if (isTest) return null
  const userId = account?.id ?? (await addSsoUser(kernel, profile))
  const given = roleByGroups(profile.groups, connection.groupRoles, connection.defaultRole)
  const isChanged = await scope.tx(async (tx) => {
    if (status !== 'active')
      await joinTeam(tx, { userId, email: profile.email, given, defaultRole: connection.defaultRole })
    // Another log-in may have linked the user or the subject meanwhile.
    if (!(await addIdentity(tx, { connectionId: connection.id, subject: profile.subject, userId })))
      throw new SsoRefused('other_subject')
    return status === 'active' && given !== undefined && (await changeProvisionedRole(tx, userId, given))
  })
  if (isChanged) await announceMembership(kernel, { orgId: scope.orgId, userId }, { isRemoved: false })
  return userId
}

/** Makes a user a member: with the role of their groups, else that of their invitation, else the default. */
export async function joinTeam(
  tx: Tx,
  user: { userId: string; email: string; given: GivenRole | undefined; defaultRole: string },
): Promise<string> {
  const given = user.given ?? { role: user.defaultRole, groupIds: [] }
  return provisionMember(tx, { userId: user.userId, email: user.email, given, isRoleFallback: !user.given })
}

/** Adds a user without a password, or returns the one that another request just added. Returns the user id. */
export async function addSsoUser(
  kernel: Kernel,
  person: { email: string; firstname: string; lastname: string },
): Promise<string> {
  const system = kernel.database.asSystem('users belong to no organization')
  const id = kernel.world.id()
  const email = person.email.toLowerCase()
  const firstname = person.firstname || (email.split('@')[0] ?? '')
  const isNew = await addUser(system, {
    id,
    email,
    firstname: firstname.slice(0, NAME_MAX),
    lastname: person.lastname.slice(0, NAME_MAX),
    passwordHash: null,
    now: kernel.world.now(),
  })
  return isNew ? id : ((await userByEmail(system, email))?.id ?? id)
}
