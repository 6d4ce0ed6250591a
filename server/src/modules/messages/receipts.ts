import { RANK } from '@crewline/contract/message-states'
import type { Tx } from '../../kernel/scope.ts'
import { publishDeliveries, publishFailures } from '../conversations/index.ts'
import { MessageStatusChanged } from './events.ts'
import { publishHandedOff } from './handed-off.ts'
import { tryLater } from './retries.ts'
import type { Receipt } from './rules.ts'
import { newEvents } from './store/keys.ts'
import { applyReceipts } from './store/receipts.ts'

/**
 * Applies receipts in any order and any number of times: a message only moves to a higher rank, and `delivered` is
 * final. Schedules a retry for a failure that is worth one. Returns the ids of the messages that changed.
 */
export async function recordReceipts(tx: Tx, receipts: Receipt[]): Promise<string[]> {
  const newKeys = await newEvents(
    tx,
    'status',
    receipts.map((receipt) => ({
      lineId: receipt.lineId,
      key: receipt.eventKey,
      payload: { id: receipt.carrierId, message: receipt.messageId, state: receipt.state, code: receipt.errorCode },
    })),
  )
  const moved = new Set<string>()
  for (const round of rounds(receipts.filter((receipt) => newKeys.has(`${receipt.lineId}|${receipt.eventKey}`)))) {
    for (const id of await apply(tx, round)) moved.add(id)
  }
  return [...moved]
}

async function apply(tx: Tx, receipts: Receipt[]): Promise<string[]> {
  const { ids, handedOff, contactOf } = await applyReceipts(tx, receipts)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await publishHandedOff(tx, handedOff)
  const moved = receipts.filter((receipt) => contactOf.has(receipt.messageId))
  await publishDeliveries(
    tx,
    moved
      .filter((receipt) => receipt.state === 'delivered')
      .map((receipt) => ({ id: receipt.messageId, contactId: contactOf.get(receipt.messageId) as string })),
  )
  const failed = moved
    .filter((receipt) => receipt.state === 'undelivered' || receipt.state === 'failed')
    .map((receipt) => ({ id: receipt.messageId, errorCode: receipt.errorCode }))
  await tryLater(tx, failed)
  await publishFailures(
    tx,
    failed.map((message) => message.id),
  )
  return ids
}

/**
 * Keeps the highest receipt of each attempt. Receipts for two attempts at one message may contradict each other, so
 * they are applied in separate rounds.
 */
function rounds(receipts: Receipt[]): Receipt[][] {
  const furthest = new Map<string, Receipt>()
  for (const receipt of receipts) {
    const attempt = `${receipt.messageId}|${receipt.carrierId}`
    const previous = furthest.get(attempt)
    if (!previous || RANK[receipt.state] > RANK[previous.state]) furthest.set(attempt, receipt)
  }
  const result: Receipt[][] = []
  for (const attempts of Map.groupBy(furthest.values(), (receipt) => receipt.messageId).values())
    for (const [nth, receipt] of attempts.entries()) (result[nth] ??= []).push(receipt)
  return result
}
