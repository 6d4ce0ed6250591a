import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { fieldValues, heldFields } from './ports.ts'
import { purgeDeletedFields, lockFields } from './store.ts'
import { DELETED_RETENTION_MS, organizationsWithOverdue, overdueKeys } from './views.ts'

/**
 * Permanently deletes fields whose 30 days are over, with their values. A field with a value of a contact on hold waits until
 * the hold is released. Returns the number of deleted fields. Idempotent.
 */
export async function purge(kernel: Kernel): Promise<number> {
  const before = new Date(kernel.world.now().getTime() - DELETED_RETENTION_MS)
  const system = kernel.database.asSystem('deleted fields of every organization are purged when their time is over')
  let purged = 0
  for (const orgId of await organizationsWithOverdue(system, before)) {
    const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
    const scope = makeScope(kernel, organization, { kind: 'system', reason: 'fields' }, `fields-${orgId.slice(0, 8)}`)
    purged += await scope.tx(async (tx) => {
      const overdue = await overdueKeys(tx.db, before)
      const held = await heldFields.get()(tx, overdue)
      await lockFields(tx)
      const keys = await purgeDeletedFields(
        tx,
        before,
        overdue.filter((key) => !held.has(key)),
      )
      if (keys.length === 0) return 0
      await fieldValues.get().clear(tx, keys)
      tx.audit('custom-field.purged', null, { keys })
      return keys.length
    })
  }
  return purged
}

/** Scheduled jobs of the fields module. */
export const crons = [
  defineCron({ name: 'fields.purge', at: '17 4 * * *', run: async (kernel) => void (await purge(kernel)) }),
]
