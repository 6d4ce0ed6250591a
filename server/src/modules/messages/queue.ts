import { normalizeBreaks } from '@crewline/contract/segments'
import type { Tx } from '../../kernel/scope.ts'
import { ensureRows } from '../consent/index.ts'
import { touchMembers } from '../groups/index.ts'
import { MessagesQueued } from './facts.ts'
import type { Draft } from './rules.ts'
import { addChunks } from './store/chunks.ts'
import { moveHeads } from './store/conversations.ts'
import { insertQueued } from './store/insert.ts'

/**
 * Puts messages into the queue, in the caller's transaction: rows in state `queued`, the heads of their conversations,
 * and chunks for the sender. Nothing is handed to a carrier before the transaction commits.
 */
export async function queue(tx: Tx, lane: number, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return
  const now = tx.world.now()
  const counted = drafts.map((draft) => ({ ...draft, body: normalizeBreaks(draft.body) }))
  await ensureRows(
    tx,
    counted.map((draft) => draft.to),
  )
  await insertQueued(tx, counted)
  await moveHeads(
    tx,
    'out',
    counted.map((draft) => ({
      contactId: draft.contactId,
      messageId: draft.id,
      lineId: draft.lineId,
      body: draft.body,
      at: now,
      reopen: draft.kind === 'text',
    })),
  )
  await touchMembers(
    tx,
    counted.map((draft) => draft.contactId),
    counted.map(() => now),
  )
  await addChunks(tx, lane, counted)
  tx.publish(MessagesQueued, { ids: counted.map((draft) => draft.id) })
  tx.ring('texts')
}
