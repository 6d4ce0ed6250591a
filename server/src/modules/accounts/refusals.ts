import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { membershipsOf } from '../team/index.ts'
import { noteLogIn } from './note-log-in.ts'
import { deviceOf, networkOf } from './places.ts'

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
      const detail = { why, device: deviceOf(from.userAgent), network: networkOf(from.address) }
      await scope.tx(async (tx) => {
        tx.audit('session.refused', userId, detail)
        const { device, network } = detail
        await noteLogIn(tx, { userId, method: why, refused: why, device, network })
      })
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
