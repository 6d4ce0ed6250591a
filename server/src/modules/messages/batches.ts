import type { Tx } from '../../kernel/scope.ts'
import { publishFailures } from '../conversations/index.ts'
import { MessageStatusChanged } from './events.ts'
import { amongStopped, cancelUnsent, dropChunksOfBatch, releaseMarked, unsentOfBatch } from './store/batches.ts'
import { lockUnknown, requeueUnknown } from './store/chunks.ts'

/** What was cancelled of a batch. */
interface Cancelled {
  /** Fewer than were asked for when none is left. */
  count: number
  /** Those of which a try had failed before: they end as not delivered. */
  tried: string[]
}

/**
 * Cancels messages of a stopped batch that no carrier has, at most so many. `submitting` ones keep their outcome, or get one
 * from the next sender of their line.
 */
export async function cancelOfBatch(tx: Tx, batchId: string, most: number): Promise<Cancelled> {
  const cancelled = await cancel(tx, batchId, await unsentOfBatch(tx, batchId, most))
  if (cancelled.count < most) await releaseMarked(tx, batchId)
  return cancelled
}

async function cancel(tx: Tx, batchId: string, messageIds: string[]): Promise<Cancelled> {
  const ended = await cancelUnsent(tx, messageIds)
  const ids = ended.map((message) => message.id)
  const tried = ended.filter((message) => message.isTried).map((message) => message.id)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await publishFailures(tx, tried)
  await dropChunksOfBatch(tx, batchId)
  return { count: ids.length, tried }
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
 * Puts messages of unknown outcome back into the queue, or cancels those of a stopped batch, and returns their ids. Use it
 * only for messages that the carrier authoritatively says it never took. `choose` returns which of the messages still are
 * to be put back once they are locked and nothing can change them.
 */
export async function restart(
  tx: Tx,
  lineId: string,
  messageIds: string[],
  choose: (lockedIds: string[]) => Promise<string[]> = async (lockedIds) => lockedIds,
): Promise<string[]> {
  const ids = await requeueUnknown(tx, lineId, await choose(await lockUnknown(tx, messageIds)))
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await cancelOfStopped(tx, messageIds)
  return ids
}
