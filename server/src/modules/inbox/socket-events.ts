import { mapToSocketEvents, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { DraftChanged, ShiftNoteChanged, UnreadChanged } from './events.ts'
import { draftStates, readStates } from './views/event-rows.ts'

/** The socket events for drafts, shift notes, and each member's own read state. */
export const inboxEvents = [
  mapToSocketEvents(UnreadChanged, 'inbox.read', async ({ db }, payloads) => {
    const events: SocketEvent[] = []
    for (const [userId, ofContact] of Map.groupBy(payloads, (payload) => payload.userId)) {
      const contactIds = [...new Set(ofContact.flatMap((payload) => payload.contactIds ?? []))]
      if (contactIds.length === 0) continue
      for (const data of await readStates(db, userId, contactIds))
        events.push({ event: 'conversation-read', data, userId })
    }
    return events
  }),
  mapToSocketEvents(DraftChanged, 'inbox.reply', async ({ db }, payloads) => {
    const drafts = await draftStates(db, payloads)
    return drafts.map((data): SocketEvent => ({ event: 'draft-updated', data }))
  }),
  mapToSocketEvents(ShiftNoteChanged, 'inbox.read', async () => [{ event: 'shift-note', data: {} }]),
]
