import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { childById, productScope } from '../family/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { deleteArrivedTexts, organizationsWithOldTexts } from './store.ts'

/**
 * Deletes texts that came along with people and are older than the period for messages where they came to, except those that
 * a legal hold or an open request keeps. Returns how many.
 */
export async function deleteOldTexts(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('texts that came along with people are deleted with other messages')
  let deleted = 0
  for (const id of await organizationsWithOldTexts(system)) {
    const org = await childById(system, id)
    if (org) deleted += await productScope(kernel, org).tx(deleteIn)
  }
  return deleted
}

async function deleteIn(tx: Tx): Promise<number> {
  await lockHolds(tx)
  const texts = await deleteArrivedTexts(tx)
  if (texts > 0) tx.audit('contact.arrived-texts-deleted', null, { texts })
  return texts
}
