import type { Tx } from '../../kernel/scope.ts'
import { MessageStatusChanged } from './events.ts'
import { cancelUnsent, dropChunksOfBatch } from './store/batches.ts'

/**
 * Cancels messages of a stopped batch that no carrier has seen. `submitting` ones keep their outcome. Returns how many
 * were cancelled.
 */
export async function cancelOfBatch(tx: Tx, batchId: string, messageIds: string[]): Promise<number> {
  const ids = await cancelUnsent(tx, messageIds)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await dropChunksOfBatch(tx, batchId)
  return ids.length
}
