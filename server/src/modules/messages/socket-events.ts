import { encodeMessage } from '@crewline/contract/events'
import { mapToSocketEvents, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { summariesOf } from '../contacts/index.ts'
import {
  MessageChanged,
  MessageReceived,
  InternalMessagesAdded,
  MessagesQueued,
  MessageStatusChanged,
} from './events.ts'
import { messagesByIds } from './views.ts'

/** Larger batches of a broadcast are not pushed one by one: lists refetch when viewed. */
const EVENT_BATCH = 200

/** The socket events for messages. */
export const messageEvents = [
  mapToSocketEvents(MessageReceived, 'inbox.read', async (view, payloads) => {
    const messages = await messagesByIds(
      view.db,
      payloads.flatMap((payload) => payload.ids),
    )
    const contactIds = [...new Set(messages.map((message) => message.contactId))]
    const summaries = await summariesOf(view.db, view.country, contactIds)
    const summaryById = new Map(summaries.map((summary) => [summary.id, summary]))
    return messages.flatMap((message): SocketEvent[] => {
      const summary = summaryById.get(message.contactId)
      if (!summary) return []
      const { id, firstname, lastname, phone } = summary
      const event = {
        id: message.id,
        contactId: message.contactId,
        contact: { id, firstname, lastname, phone },
        body: message.body,
        at: message.at,
        message,
        ...(message.translation && !message.translation.failed ? { translation: message.translation } : {}),
      }
      return [{ event: 'message', data: encodeMessage(event) }]
    })
  }),
  mapToSocketEvents(MessagesQueued, 'inbox.read', async (view, payloads) => {
    const ids = payloads.flatMap((payload) => payload.ids).slice(-EVENT_BATCH)
    const messages = await messagesByIds(view.db, ids)
    return messages.map((message): SocketEvent => ({ event: 'outgoing-message', data: { message } }))
  }),
  mapToSocketEvents(InternalMessagesAdded, 'inbox.read', async (view, payloads) => {
    const ids = payloads.flatMap((payload) => payload.ids).slice(-EVENT_BATCH)
    const messages = await messagesByIds(view.db, ids)
    return messages.map((message): SocketEvent => ({ event: 'outgoing-message', data: { message } }))
  }),
  mapToSocketEvents(MessageStatusChanged, 'inbox.read', async (view, payloads) => {
    const messages = await messagesByIds(view.db, [...new Set(payloads.flatMap((payload) => payload.ids))])
    if (messages.length === 0) return []
    const items = messages.map(({ id, contactId, state, errorCode, reason }) => ({
      messageId: id,
      contactId,
      state,
      errorCode,
      reason,
    }))
    return [{ event: 'message-status', data: { items } }]
  }),
  mapToSocketEvents(MessageChanged, 'inbox.read', async (view, payloads) => {
    const ids = [...new Set(payloads.flatMap((payload) => payload.ids))].slice(-EVENT_BATCH)
    const messages = await messagesByIds(view.db, ids)
    return messages.map((message): SocketEvent => ({ event: 'message-changed', data: { message } }))
  }),
]
