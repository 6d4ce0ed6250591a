import { SWITCHES_PER_MINUTE } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { From, Visitor } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { siblingsOf } from '../../kernel/realtime/siblings.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { organizationOf } from '../organizations/index.ts'
import { membershipsOf } from '../team/index.ts'
import { deviceOf } from './places.ts'
import { needProof, ownAccount } from './proofs.ts'
import { belonging, endSessions, intercomHash, openFor } from './sessions.ts'
import { pushForgetter } from './plugs.ts'
import { forgetDevices, trustedDevices } from './store/codes.ts'
import { renewToken } from './store/registrations.ts'
import { spendSecret } from './store/secrets.ts'
import { openSessions, provedAt, replaceSession, signInOf } from './store/sessions.ts'
import { userOf } from './views.ts'

/** Ends what the visitor's token opens: a session with its sockets, or the step it waits at. Doing it twice is harmless. */
export async function logOut(kernel: Kernel, visitor: Visitor): Promise<void> {
  const system = kernel.database.asSystem('sessions have no organization of their own')
  const now = kernel.world.now()
  if (visitor.kind === 'second_step') await spendSecret(system, visitor.secretId, now)
  if (visitor.kind === 'applicant') await renewToken(system, visitor.registrationId, tokenHash(makeToken(kernel.world)))
  if (visitor.kind !== 'member' || visitor.scope.actor.kind !== 'member') return
  const { sessionId, personId } = visitor.scope.actor
  await endSessions(kernel, system, { personId, id: sessionId, reason: 'logged_out', now })
  await pushForgetter.get()(system, personId, await signInOf(system, sessionId))
  await visitor.scope.tx(async (tx) => tx.audit('session.closed', sessionId))
}

/** Who is signed in, where, and where else they belong. */
export async function whoAmI(kernel: Kernel, scope: Scope) {
  const { member, person } = await ownAccount(kernel, scope)
  const system = kernel.database.asSystem('a person may belong to several organizations')
  const [memberships, view] = await Promise.all([
    membershipsOf(system, person.id),
    organizationOf(scope.db, scope.orgId),
  ])
  const unread = new Map(
    (await siblingsOf(kernel, { orgId: scope.orgId, personId: person.id })).map((one) => [
      one.organizationId,
      one.count,
    ]),
  )
  return {
    user: await userOf(system, person, member),
    intercomHash: intercomHash(kernel, person.id),
    ...view,
    organizations: memberships.map((one) => ({ ...belonging(one), unread: unread.get(one.organizationId) ?? 0 })),
  }
}

/**
 * Opens another organization with a new token. The token left behind stays in its organization, lives for a minute
 * after the new one was first used, so that other tabs finish there, and switches no more.
 */
export async function switchOrganization(kernel: Kernel, scope: Scope, to: { organizationId: string; from: From }) {
  const { member, person } = await ownAccount(kernel, scope)
  await makeLimit(kernel, 'switch', SWITCHES_PER_MINUTE, 60).take(person.id)
  if (to.organizationId === scope.orgId) return fail('same_organization')
  const system = kernel.database.asSystem('a person may belong to several organizations')
  const there = (await membershipsOf(system, person.id)).some((one) => one.organizationId === to.organizationId)
  if (!there) return fail('not_found')
  const at = await provedAt(system, member.sessionId)
  if (!(await replaceSession(system, member.sessionId, kernel.world.now()))) return fail('switch_pending')
  await scope.tx(async (tx) => tx.audit('session.left', member.sessionId, { to: to.organizationId }))
  const opened = await openFor(kernel, system, person, {
    from: to.from,
    requestId: scope.requestId,
    organizationId: to.organizationId,
    after: member.sessionId,
    provedAt: at,
    isQuiet: true,
    action: 'session.entered',
  })
  return opened ?? fail('session_invalid', { internal: 'the session was ended while it switched' })
}

/** Where a person is signed in. */
export async function listSessions(kernel: Kernel, scope: Scope) {
  const { member, person } = await ownAccount(kernel, scope)
  const system = kernel.database.asSystem('sessions have no organization of their own')
  const now = kernel.world.now()
  const open = await openSessions(system, person.id, now)
  return {
    data: open.map(({ userAgent, createdAt, lastSeenAt, ...one }) => ({
      ...one,
      current: one.id === member.sessionId,
      device: deviceOf(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    trustedDevices: await trustedDevices(system, person.id, now),
  }
}

/** Ends one of one's own sessions, and push messages to its browser; somebody else's is not found. */
export async function endOwnSession(kernel: Kernel, scope: Scope, id: string): Promise<void> {
  const { person } = await ownAccount(kernel, scope)
  const system = kernel.database.asSystem('sessions have no organization of their own')
  const ended = await endSessions(kernel, system, { personId: person.id, id, reason: 'ended', now: kernel.world.now() })
  if (ended === 0) fail('not_found')
  await pushForgetter.get()(system, person.id, await signInOf(system, id))
  await scope.tx(async (tx) => tx.audit('session.ended', id))
}

/** Ends every other session and trusts no device any more. */
export async function endAllOthers(kernel: Kernel, scope: Scope): Promise<number> {
  const { member, person } = await ownAccount(kernel, scope)
  await needProof(kernel, member)
  const system = kernel.database.asSystem('sessions have no organization of their own')
  const now = kernel.world.now()
  await forgetDevices(system, person.id)
  await pushForgetter.get()(system, person.id)
  const ended = await endSessions(kernel, system, {
    personId: person.id,
    except: member.sessionId,
    reason: 'ended',
    now,
  })
  await scope.tx(async (tx) => tx.audit('sessions.ended', person.id, { ended }))
  return ended
}
