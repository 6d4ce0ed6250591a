import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { mergeEverywhere } from './every-module.ts'
import { unmatchedOf } from './views/unmatched.ts'

/** Threads processed in one pass. */
const AT_ONCE = 50

/**
 * Moves messages that arrived for a contact while it was being merged: a message being received cannot see an
 * uncommitted merge. Returns the number of threads. Safe to repeat.
 */
export async function collectUnmatched(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('messages that arrived while contacts were merged are matched')
  const unmatched = await unmatchedOf(system, AT_ONCE)
  for (const { orgId, fromId, toId } of unmatched) {
    const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'merge' }, `merge-${orgId.slice(0, 8)}`)
    await scope.tx(async (tx) => {
      await mergeEverywhere(tx, { fromId, toId })
      tx.audit('contact.merge-went-on', toId, { otherId: fromId })
    })
  }
  return unmatched.length
}
