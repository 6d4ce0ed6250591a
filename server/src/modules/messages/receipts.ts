import { RANK } from '@crewline/contract/messages'
import type { Tx } from '../../kernel/scope.ts'
import { tellArrivals, tellFailures } from './arrivals.ts'
import { MessageStatusChanged } from './facts.ts'
import { tellHandedOff } from './handed-off.ts'
import { tryLater } from './retries.ts'
import type { Receipt } from './rules.ts'
import { newEvents } from './store/keys.ts'
import { applyReceipts } from './store/receipts.ts'

/**
 * Applies receipts in any order, any number of times: a message only moves to a higher rank, and `delivered` stays. What
 * failed and is worth another try waits for it. Answers the ids that moved.
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
  const moved = new Set<string>()
  for (const round of rounds(receipts.filter((one) => fresh.has(`${one.lineId}|${one.eventKey}`)))) {
    for (const id of await apply(tx, round)) moved.add(id)
  }
  return [...moved]
}

async function apply(tx: Tx, receipts: Receipt[]): Promise<string[]> {
  const { ids, handedOff, contactOf } = await applyReceipts(tx, receipts)
  if (ids.length > 0) tx.publish(MessageStatusChanged, { ids })
  await tellHandedOff(tx, handedOff)
  const moved = receipts.filter((one) => contactOf.has(one.messageId))
  await tellArrivals(
    tx,
    moved
      .filter((one) => one.state === 'delivered')
      .map((one) => ({ id: one.messageId, contactId: contactOf.get(one.messageId) as string })),
  )
  const failed = moved
    .filter((one) => one.state === 'undelivered' || one.state === 'failed')
    .map((one) => ({ id: one.messageId, errorCode: one.errorCode }))
  await tryLater(tx, failed)
  await tellFailures(
    tx,
    failed.map((one) => one.id),
  )
  return ids
}

/** The best news of each attempt. News of two attempts at one text, which may contradict each other, is applied one after the other. */
function rounds(receipts: Receipt[]): Receipt[][] {
  const best = new Map<string, Receipt>()
  for (const receipt of receipts) {
    const attempt = `${receipt.messageId}|${receipt.carrierId}`
    const known = best.get(attempt)
    if (!known || RANK[receipt.state] > RANK[known.state]) best.set(attempt, receipt)
  }
  const found: Receipt[][] = []
  for (const attempts of Map.groupBy(best.values(), (one) => one.messageId).values())
    for (const [nth, receipt] of attempts.entries()) (found[nth] ??= []).push(receipt)
  return found
}
