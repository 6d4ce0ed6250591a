import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { fieldValues } from './plugs.ts'
import { forgetDeleted, lockFields } from './store.ts'
import { DELETED_KEPT_MS, organizationsWithOverdue } from './views.ts'

/** Forgets for good the fields whose 30 days are over, with their values; answers how many. Doing it twice is harmless. */
export async function purge(kernel: Kernel): Promise<number> {
  const before = new Date(kernel.world.now().getTime() - DELETED_KEPT_MS)
  const system = kernel.database.asSystem('deleted fields of every organization are forgotten after their time')
  let forgotten = 0
  for (const orgId of await organizationsWithOverdue(system, before)) {
    const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'fields' }, `fields-${orgId.slice(0, 8)}`)
    forgotten += await scope.tx(async (tx) => {
      await lockFields(tx)
      const keys = await forgetDeleted(tx, before)
      if (keys.length > 0) await fieldValues.get().clear(tx, keys)
      tx.audit('custom-field.purged', null, { keys })
      return keys.length
    })
  }
  return forgotten
}

/** What fields need by the clock. */
export const crons = [
  defineCron({ name: 'fields.purge', at: '17 4 * * *', run: async (kernel) => void (await purge(kernel)) }),
]
