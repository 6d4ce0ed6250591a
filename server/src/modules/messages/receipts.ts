import { RANK } from '@crewline/contract/messages'
import type { Tx } from '../../kernel/scope.ts'
import { MessagesHandedOff, MessageStatusChanged } from './facts.ts'
import type { Receipt } from './rules.ts'
import { newEvents } from './store/keys.ts'
import { applyReceipts } from './store/receipts.ts'

/**
 * Applies receipts in any order, any number of times: a message only moves to a higher rank, and `delivered` stays.
 * Answers the ids that moved.
 */
export async function recordReceipts(tx: Tx, receipts: Receipt[]): Promise<string[]> {
  const fresh = await newEvents(
    tx,
    'status',
    receipts.map((one) => ({
      lineId: one.lineId,
      key: one.eventKey,
      payload: { id: one.carrierId, message: one.messageId, state: one.state, code: one.errorCode },
    })),
  )
  const best = new Map<string, Receipt>()
  for (const receipt of receipts) {
    if (!fresh.has(`${receipt.lineId}|${receipt.eventKey}`)) continue
    const known = best.get(receipt.messageId)
    if (!known || RANK[receipt.state] > RANK[known.state]) best.set(receipt.messageId, receipt)
  }
  if (best.size === 0) return []
  const { ids, handedOff } = await applyReceipts(tx, [...best.values()])
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  if (handedOff.length > 0) tx.publish(MessagesHandedOff, { ids: handedOff })
  return ids
}
