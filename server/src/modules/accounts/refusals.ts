import type { SsoRefusal } from '@crewline/contract/list-log-ins'
import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { membershipsOf } from '../team/index.ts'
import { noteLogIn } from './note-log-in.ts'
import { deviceOf, networkOf } from './places.ts'
import type { NewLogIn } from './store/log-ins.ts'

/**
 * Minimum delay after the answer in ms; the maximum is twice as long. Work done right after the answer was measurable
 * in the response time.
 */
const LATER_MS = 400

/**
 * Records a refused log-in in the audit log of the user's organizations. Runs well after the answer, so that the
 * response time does not reveal that the user exists.
 */
export function noteRefusal(
  kernel: Kernel,
  userId: string,
  { why, from, requestId }: { why: 'password' | 'code'; from: From; requestId: string },
): void {
  const note = async (): Promise<void> => {
    const system = kernel.database.asSystem('a refused login belongs to no session')
    for (const { organizationId } of await membershipsOf(system, userId)) {
      const { organization } = await organizationOf(system, organizationId)
      const scope = makeScope(kernel, organization, { kind: 'system', reason: 'a login was refused' }, requestId)
      await record(scope, { userId, method: why, refused: why, from })
    }
  }
  setTimeout(
    () => {
      note().catch((error: unknown) =>
        kernel.log.warn({ err: error }, 'accounts: a refused login could not be recorded'),
      )
    },
    LATER_MS * (1 + kernel.world.chance()),
  ).unref()
}

/**
 * Records a log-in that single sign-on refused in the audit log and the login history of the organization, for a user who is
 * or was its member. Other organizations of the user do not hear of it.
 */
export function noteSsoRefusal(
  scope: Scope,
  { userId, why, from }: { userId: string; why: SsoRefusal; from: From },
): Promise<void> {
  return record(scope, { userId, method: 'sso', refused: why, from })
}

function record(
  scope: Scope,
  { from, ...logIn }: Pick<NewLogIn, 'userId' | 'method'> & { refused: NonNullable<NewLogIn['refused']>; from: From },
): Promise<void> {
  const place = { device: deviceOf(from.userAgent), network: networkOf(from.address) }
  return scope.tx(async (tx) => {
    tx.audit('session.refused', logIn.userId, { why: logIn.refused, ...place })
    await noteLogIn(tx, { ...logIn, ...place })
  })
}
