import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { membershipsOf } from '../team/index.ts'
import { personById, revokeSession } from './store.ts'
import { userOf } from './views.ts'

/** Ends the session of this scope; its sockets close in every process. Doing it twice is harmless. */
export async function logOut(kernel: Kernel, scope: Scope): Promise<void> {
  if (scope.actor.kind !== 'member') return
  const { sessionId } = scope.actor
  await revokeSession(
    kernel.database.asSystem('sessions have no organization of their own'),
    sessionId,
    scope.world.now(),
  )
  await scope.tx(async (tx) => tx.audit('session.closed', sessionId))
  kernel.bell.whisper('session-revoked', sessionId)
}

/** Who is signed in, where, and where else they belong. */
export async function whoAmI(kernel: Kernel, scope: Scope) {
  if (scope.actor.kind !== 'member') return fail('session_invalid')
  const system = kernel.database.asSystem('a person may belong to several organizations')
  const [person, memberships, view] = await Promise.all([
    personById(system, scope.actor.personId),
    membershipsOf(system, scope.actor.personId),
    organizationOf(scope.db, scope.orgId),
  ])
  if (!person) return fail('session_invalid')
  return {
    user: userOf(person, scope.actor.role),
    intercomHash: null,
    ...view,
    organizations: memberships.map((one) => ({
      id: one.organizationId,
      name: one.name,
      parentOrganizationId: one.parentOrganizationId,
      role: one.role,
    })),
  }
}
