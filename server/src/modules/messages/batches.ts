import type { Tx } from '../../kernel/scope.ts'
import { MessageStatusChanged } from './events.ts'
import { amongStopped, cancelUnsent, dropChunksOfBatch, releaseMarked, unsentOfBatch } from './store/batches.ts'
import { requeueUnknown } from './store/chunks.ts'

/**
 * Cancels messages of a stopped batch that no carrier has, at most so many. `submitting` ones keep their outcome, or get one
 * from the next sender of their line. Returns how many were cancelled; fewer than `most` when none is left.
 */
export async function cancelOfBatch(tx: Tx, batchId: string, most: number): Promise<number> {
  const cancelled = await cancel(tx, batchId, await unsentOfBatch(tx, batchId, most))
  if (cancelled < most) await releaseMarked(tx, batchId)
  return cancelled
}

async function cancel(tx: Tx, batchId: string, messageIds: string[]): Promise<number> {
  const ids = await cancelUnsent(tx, messageIds)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await dropChunksOfBatch(tx, batchId)
  return ids.length
}

/**
 * Cancels those of these messages that returned to the queue although their batch was stopped meanwhile. Nothing else
 * would ever give them an outcome: the sender leaves out the chunks of a stopped batch.
 */
export async function cancelOfStopped(tx: Tx, ids: string[]): Promise<void> {
  const stopped = await amongStopped(tx, ids)
  for (const [batchId, messages] of Map.groupBy(stopped.keys(), (id) => stopped.get(id) as string))
    await cancel(tx, batchId, messages)
}

/**
 * Puts messages of unknown outcome back into the queue, or cancels those of a stopped batch. Use it only for messages
 * that the carrier authoritatively says it never took.
 */
export async function restart(tx: Tx, lineId: string, messageIds: string[]): Promise<void> {
  const ids = await requeueUnknown(tx, lineId, messageIds)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await cancelOfStopped(tx, messageIds)
}
