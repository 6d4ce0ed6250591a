import { encodeMessage } from '@crewline/contract/events'
import type { Message } from '@crewline/contract/messages'
import {
  EACH_UP_TO,
  MANY_CONVERSATIONS,
  mapToSocketEvents,
  type SocketEvent,
  type View,
} from '../../kernel/realtime/socket-events.ts'
import { summariesOf } from '../contacts/index.ts'
import {
  AnswersReceived,
  MessageChanged,
  MessageReceived,
  InternalMessagesAdded,
  MessagesQueued,
  MessageStatusChanged,
} from './events.ts'
import { messagesByIds, messageStatusesByIds } from './views.ts'

/** Reads the messages of these events and maps each; too many become one event, and clients fetch what they show. */
async function mapEach(
  { db }: View,
  payloads: { ids: string[] }[],
  toEvent: (message: Message) => SocketEvent,
): Promise<SocketEvent[]> {
  const ids = [...new Set(payloads.flatMap((payload) => payload.ids))]
  if (ids.length > EACH_UP_TO) return [MANY_CONVERSATIONS]
  return (await messagesByIds(db, ids)).map(toEvent)
}

const toOutgoing = (message: Message): SocketEvent => ({ event: 'outgoing-message', data: { message } })

/** Every inbound message is shown and counted on its own, so many are read in parts. */
async function arrivals(view: View, ids: string[]): Promise<SocketEvent[]> {
  const messages = await messagesByIds(view.db, ids)
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
}

/** The socket events for messages. */
export const messageEvents = [
  mapToSocketEvents(MessageReceived, 'inbox.read', async (view, payloads) => {
    const ids = payloads.flatMap((payload) => payload.ids)
    const events: SocketEvent[] = []
    for (let from = 0; from < ids.length; from += EACH_UP_TO)
      events.push(...(await arrivals(view, ids.slice(from, from + EACH_UP_TO))))
    return events
  }),
  // A poll brings thousands of answers: pages fetch what they show instead of adding each to their unread counts.
  mapToSocketEvents(AnswersReceived, 'inbox.read', async () => [MANY_CONVERSATIONS]),
  mapToSocketEvents(MessagesQueued, 'inbox.read', (view, payloads) => mapEach(view, payloads, toOutgoing)),
  mapToSocketEvents(InternalMessagesAdded, 'inbox.read', (view, payloads) => mapEach(view, payloads, toOutgoing)),
  mapToSocketEvents(MessageStatusChanged, 'inbox.read', async ({ db }, payloads) => {
    const ids = [...new Set(payloads.flatMap((payload) => payload.ids))]
    if (ids.length > EACH_UP_TO) return [MANY_CONVERSATIONS]
    const items = await messageStatusesByIds(db, ids)
    return items.length > 0 ? [{ event: 'message-status', data: { items } }] : []
  }),
  mapToSocketEvents(MessageChanged, 'inbox.read', (view, payloads) =>
    mapEach(view, payloads, (message) => ({ event: 'message-changed', data: { message } })),
  ),
]
