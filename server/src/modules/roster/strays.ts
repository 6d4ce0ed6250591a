import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { foldThread } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { foldCalls } from '../voicemail/index.ts'
import { straysOf } from './views/strays.ts'

/** Threads looked after in one go. */
const AT_ONCE = 50

/**
 * Brings along what was written to a contact in the very moment they became part of another: a text on its way in knows
 * nothing of a merge that is not committed yet. Answers how many threads; doing it twice is harmless.
 */
export async function collectStrays(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('texts that came while contacts became one are looked for')
  const strays = await straysOf(system, AT_ONCE)
  for (const { orgId, fromId, toId } of strays) {
    const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'merge' }, `merge-${orgId.slice(0, 8)}`)
    await scope.tx(async (tx) => {
      const { messageIds } = await foldThread(tx, fromId, toId)
      await foldCalls(tx, fromId, toId)
      tx.audit('contact.merge-went-on', toId, { otherId: fromId, messages: messageIds.length })
    })
  }
  return strays.length
}
