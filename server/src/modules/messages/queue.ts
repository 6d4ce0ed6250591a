import { normalizeBreaks } from '@crewline/contract/segments'
import type { Tx } from '../../kernel/scope.ts'
import { ensureRows } from '../consent/index.ts'
import { touchMembers } from '../groups/index.ts'
import { tellConversations } from './arrivals.ts'
import { MessagesQueued } from './facts.ts'
import type { Draft } from './rules.ts'
import { addChunks } from './store/chunks.ts'
import { moveHeads } from './store/conversations.ts'
import { noteNextDue } from './store/heads.ts'
import { insertQueued } from './store/insert.ts'
import { pointLater } from './store/later.ts'

/**
 * Puts messages into the queue, in the caller's transaction: rows in state `queued` or in that of their wait, the heads of
 * their conversations, and chunks for the sender. Nothing is handed to a carrier before the transaction commits. A text for
 * a chosen time becomes the head of its conversation when it goes, not before.
 */
export async function queue(tx: Tx, lane: number, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return
  const now = tx.world.now()
  const counted = drafts.map((draft) => ({ ...draft, body: normalizeBreaks(draft.body) }))
  await ensureRows(
    tx,
    counted.map((draft) => draft.to),
  )
  // One moment for all: lists are ordered by the head's, and pages by the message's.
  await insertQueued(tx, counted, now)
  const seen = counted.filter((draft) => draft.wait?.state !== 'scheduled')
  if (seen.length > 0) await bringForward(tx, seen, now)
  const later = counted.flatMap((draft) => (draft.wait ? [{ ...draft, dueAt: draft.wait.dueAt }] : []))
  if (later.length > 0) await pointLater(tx, lane, later)
  const scheduled = counted.filter((draft) => draft.wait?.state === 'scheduled').map((draft) => draft.contactId)
  if (scheduled.length > 0) tellConversations(tx, await noteNextDue(tx, scheduled))
  await addChunks(
    tx,
    lane,
    counted.filter((draft) => !draft.wait),
  )
  tx.publish(MessagesQueued, { ids: counted.map((draft) => draft.id) })
  tx.ring('texts')
}

async function bringForward(tx: Tx, drafts: Draft[], now: Date): Promise<void> {
  await moveHeads(
    tx,
    'out',
    drafts.map((draft) => ({
      contactId: draft.contactId,
      messageId: draft.id,
      lineId: draft.lineId,
      body: draft.body,
      at: now,
      reopen: draft.kind === 'text',
      kind: draft.kind,
      media: draft.media ?? null,
    })),
  )
  await touchMembers(
    tx,
    drafts.map((draft) => draft.contactId),
    drafts.map(() => now),
  )
}
