import type { Tx } from '../../kernel/scope.ts'
import { moving } from '../contacts/index.ts'
import { refuseHeld } from '../legal-holds/index.ts'
import { linkedSystem } from './ports.ts'

/**
 * Fails when a contact that is locked may not leave: on legal hold, or someone in an HR system, also when that system locks no
 * field. The caller must have called `lockHolds`.
 */
export async function refuseKept(tx: Tx, contactId: string): Promise<void> {
  const system = await linkedSystem.get()(tx, contactId)
  if (system !== undefined) moving.refuseKept(system)
  await refuseHeld(tx, [contactId])
}
