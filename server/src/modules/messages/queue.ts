import { normalizeBreaks } from '@crewline/contract/segments'
import type { Tx } from '../../kernel/scope.ts'
import { ensureRows } from '../consent/index.ts'
import { publishConversationChanges, updateConversationSummaries, noteNextDue } from '../conversations/index.ts'
import { touchMembers } from '../groups/index.ts'
import { MessagesQueued } from './events.ts'
import type { Draft } from './rules.ts'
import { addChunks } from './store/chunks.ts'
import { insertQueued } from './store/insert.ts'
import { pointLater } from './store/later.ts'

/**
 * Queues messages in the caller's transaction: rows in state `queued` or in their waiting state, conversation
 * summaries, and chunks for the sender. Carriers get nothing before the commit. A scheduled message updates the
 * conversation summary only when it is sent.
 */
export async function queue(tx: Tx, lane: number, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return
  const now = tx.world.now()
  const counted = drafts.map((draft) => ({ ...draft, body: normalizeBreaks(draft.body) }))
  await ensureRows(
    tx,
    counted.map((draft) => draft.to),
  )
  // One time for all: lists are sorted by the time of the summary, pages by that of the message.
  await insertQueued(tx, counted, now)
  const visible = counted.filter((draft) => draft.wait?.state !== 'scheduled')
  if (visible.length > 0) await moveToLatest(tx, visible, now)
  const later = counted.flatMap((draft) => (draft.wait ? [{ ...draft, dueAt: draft.wait.dueAt }] : []))
  if (later.length > 0) await pointLater(tx, lane, later)
  // A broadcast that waits for the morning is shown with the broadcast, not in each conversation.
  const scheduled = counted
    .filter((draft) => draft.wait?.state === 'scheduled' && draft.kind !== 'broadcast')
    .map((draft) => draft.contactId)
  if (scheduled.length > 0) publishConversationChanges(tx, await noteNextDue(tx, scheduled))
  await addChunks(
    tx,
    lane,
    counted
      .filter((draft) => !draft.wait)
      .map(({ id, lineId, batchId, heldBy }) => ({ id, lineId, heldBy: heldBy ?? batchId ?? null })),
  )
  tx.publish(MessagesQueued, { ids: counted.map((draft) => draft.id) })
  tx.wakeUp('texts')
}

async function moveToLatest(tx: Tx, drafts: Draft[], now: Date): Promise<void> {
  await updateConversationSummaries(
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
      batchId: draft.batchId ?? null,
    })),
  )
  // Broadcasts do not move conversations to the top, neither of the inbox nor of a group.
  const moved = drafts.filter((draft) => draft.kind !== 'broadcast')
  await touchMembers(
    tx,
    moved.map((draft) => draft.contactId),
    moved.map(() => now),
  )
}
