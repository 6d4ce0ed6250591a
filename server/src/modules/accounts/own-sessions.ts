import { SWITCHES_PER_MINUTE } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { From, Visitor } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Viewing } from '../../kernel/http/session-gate.ts'
import type { Scope } from '../../kernel/scope.ts'
import { siblingsOf } from '../../kernel/realtime/siblings.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { organizationOf } from '../organizations/index.ts'
import { membershipsOf } from '../team/index.ts'
import { deviceOf } from './places.ts'
import { needPersonalProof, ownAccount, type Member } from './proofs.ts'
import { belonging, endSessions, intercomHash, openFor } from './sessions.ts'
import { listedFor, refuseLogin } from './other-login.ts'
import { pushForgetter } from './ports.ts'
import { removeTrustedDevices, trustedDevices } from './store/codes.ts'
import { replaceTokens } from './store/registrations.ts'
import { spendSecret } from './store/secrets.ts'
import { userById, type UserAccount } from './store/people.ts'
import { openSessions, provedAt, replaceSession, signInOf } from './store/sessions.ts'
import { openableOrganizations, userOf } from './views.ts'

/** Ends the visitor's session with its sockets, or the pending sign-in step. Idempotent. */
export async function logOut(kernel: Kernel, visitor: Visitor): Promise<void> {
  const system = kernel.database.asSystem('sessions belong to no organization')
  const now = kernel.world.now()
  if (visitor.kind === 'second_step') await spendSecret(system, visitor.secretId, now)
  if (visitor.kind === 'applicant')
    await replaceTokens(system, visitor.registrationId, tokenHash(makeToken(kernel.world)))
  if (visitor.kind !== 'member' || visitor.scope.actor.kind !== 'member') return
  const { sessionId, userId } = visitor.scope.actor
  await endSessions(kernel, system, { userId, id: sessionId, reason: 'logged_out', now })
  await pushForgetter.get()(system, userId, { signInId: await signInOf(system, sessionId) })
  await visitor.scope.tx(async (tx) => tx.audit('session.closed', sessionId))
}

/** Returns where users write when they need help, as far as the operator set it up. */
function supportOf({ config: { supportEmail, intercom } }: Kernel, isViewing: boolean) {
  return {
    ...(supportEmail !== undefined && { supportEmail }),
    // Who views as a teammate must not write in their name.
    ...(intercom && !isViewing && { supportChat: intercom }),
  }
}

/**
 * Returns a member for a teammate who views as them: what the team list says of them, in the language and colors of the
 * viewer, without their phone, second step, support identity and other organizations.
 */
async function readViewedUser(
  kernel: Kernel,
  scope: Scope,
  { member, account, viewing }: { member: Member; account: UserAccount; viewing: Viewing },
) {
  const system = kernel.database.asSystem('a teammate views as a member')
  const [user, viewer, view] = await Promise.all([
    userOf(system, account, member),
    userById(system, viewing.userId),
    organizationOf(scope.db, scope.orgId),
  ])
  const { locale, colorScheme } = viewer ?? account
  return {
    user: {
      ...user,
      pendingEmail: null,
      phone: null,
      phoneVerified: false,
      locale,
      colorScheme,
      emailNotices: true,
      mfa: { method: 'none' as const, backupCodesLeft: 0, neededFrom: null },
    },
    intercomHash: null,
    ...view,
    ...supportOf(kernel, true),
    organizations: [
      { id: scope.orgId, name: view.organization.name, parentOrganizationId: null, role: member.role, unread: 0 },
    ],
    viewing: { viewer: viewing.name, expiresAt: viewing.expiresAt.toISOString() },
  }
}

/** Returns the signed-in user, the current organization and the user's other organizations. */
export async function readSignedInUser(kernel: Kernel, scope: Scope) {
  const { member, account } = await ownAccount(kernel, scope)
  if (member.viewing) return readViewedUser(kernel, scope, { member, account, viewing: member.viewing })
  const system = kernel.database.asSystem('a user may belong to several organizations')
  const ssoConnectionId = member.ssoConnectionId ?? null
  const [every, openable, view] = await Promise.all([
    membershipsOf(system, account.id),
    openableOrganizations(system, account.id, ssoConnectionId),
    organizationOf(scope.db, scope.orgId),
  ])
  const memberships = listedFor(every, { openable, ssoConnectionId })
  const unread = new Map(
    (await siblingsOf(kernel, { orgId: scope.orgId, userId: account.id })).map((sibling) => [
      sibling.organizationId,
      sibling.count,
    ]),
  )
  return {
    user: await userOf(system, account, member),
    intercomHash: intercomHash(kernel, account.id),
    ...view,
    ...supportOf(kernel, false),
    organizations: memberships.map((membership) => ({
      ...belonging(membership),
      unread: unread.get(membership.organizationId) ?? 0,
    })),
  }
}

/**
 * Opens another organization with a new token. The old token stays in its organization, expires a minute after the
 * first use of the new one, so that other tabs can finish, and cannot switch again.
 */
export async function switchOrganization(kernel: Kernel, scope: Scope, to: { organizationId: string; from: From }) {
  const { member, account } = await ownAccount(kernel, scope)
  await makeLimit(kernel, 'switch', SWITCHES_PER_MINUTE, 60).take(account.id)
  if (to.organizationId === scope.orgId) return fail('same_organization')
  const system = kernel.database.asSystem('a user may belong to several organizations')
  const there = (await membershipsOf(system, account.id)).find(
    (membership) => membership.organizationId === to.organizationId,
  )
  if (!there) return fail('not_found')
  const ssoConnectionId = member.ssoConnectionId ?? null
  // Before the session is replaced: a refused switch changes nothing.
  if (!(await openableOrganizations(system, account.id, ssoConnectionId)).has(there.organizationId))
    return refuseLogin(there, ssoConnectionId)
  const at = await provedAt(system, member.sessionId)
  if (!(await replaceSession(system, member.sessionId, kernel.world.now()))) return fail('switch_pending')
  await scope.tx(async (tx) => tx.audit('session.left', member.sessionId, { to: to.organizationId }))
  const opened = await openFor(kernel, system, account, {
    from: to.from,
    requestId: scope.requestId,
    organizationId: to.organizationId,
    after: member.sessionId,
    ssoConnectionId,
    provedAt: at,
    skipNewDeviceEmail: true,
    action: 'session.entered',
  })
  return opened ?? fail('session_invalid', { internal: 'the session ended during the switch' })
}

/** Lists the open sessions of the user. */
export async function listSessions(kernel: Kernel, scope: Scope) {
  const { member, account } = await ownAccount(kernel, scope)
  const system = kernel.database.asSystem('sessions belong to no organization')
  const now = kernel.world.now()
  const open = await openSessions(system, account.id, now)
  return {
    data: open.map(({ userAgent, createdAt, lastSeenAt, ...session }) => ({
      ...session,
      current: session.id === member.sessionId,
      device: deviceOf(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    trustedDevices: await trustedDevices(system, account.id, now),
  }
}

/**
 * Ends one of the user's own sessions and the push messages to its browser. Sessions of other users fail with
 * `not_found`.
 */
export async function endOwnSession(kernel: Kernel, scope: Scope, id: string): Promise<void> {
  const { account } = await ownAccount(kernel, scope)
  const system = kernel.database.asSystem('sessions belong to no organization')
  const ended = await endSessions(kernel, system, { userId: account.id, id, reason: 'ended', now: kernel.world.now() })
  if (ended === 0) fail('not_found')
  await pushForgetter.get()(system, account.id, { signInId: await signInOf(system, id) })
  await scope.tx(async (tx) => tx.audit('session.ended', id))
}

/** Ends every other session and removes all trusted devices. */
export async function endAllOthers(kernel: Kernel, scope: Scope): Promise<number> {
  const { member, account } = await ownAccount(kernel, scope)
  await needPersonalProof(kernel, member)
  const system = kernel.database.asSystem('sessions belong to no organization')
  const now = kernel.world.now()
  await removeTrustedDevices(system, account.id)
  await pushForgetter.get()(system, account.id)
  const ended = await endSessions(kernel, system, {
    userId: account.id,
    except: member.sessionId,
    reason: 'ended',
    now,
  })
  await scope.tx(async (tx) => tx.audit('sessions.ended', account.id, { ended }))
  return ended
}
