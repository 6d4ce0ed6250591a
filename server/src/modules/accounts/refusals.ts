import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { membershipsOf } from '../team/index.ts'
import { deviceOf, networkOf } from './places.ts'

/** At least this long after, and up to twice as long: work right beside the answer showed in its time, in ms. */
const LATER_MS = 400

/**
 * Notes in the audit log of a person's organizations that somebody could not come in as them. Done well after the
 * answer, so that its time does not tell that there is such a person.
 */
export function noteRefusal(
  kernel: Kernel,
  personId: string,
  { why, from, requestId }: { why: 'password' | 'code'; from: From; requestId: string },
): void {
  const note = async (): Promise<void> => {
    const system = kernel.database.asSystem('a refused log-in belongs to no session')
    for (const { organizationId } of await membershipsOf(system, personId)) {
      const { organization } = await organizationOf(system, organizationId)
      const scope = makeScope(kernel, organization, { kind: 'system', reason: 'a log-in was refused' }, requestId)
      const detail = { why, device: deviceOf(from.userAgent), network: networkOf(from.address) }
      await scope.tx(async (tx) => tx.audit('session.refused', personId, detail))
    }
  }
  setTimeout(
    () => {
      note().catch((error: unknown) => kernel.log.warn({ err: error }, 'accounts: a refused log-in could not be noted'))
    },
    LATER_MS * (1 + kernel.world.chance()),
  ).unref()
}
