import { encodeMessage } from '@crewline/contract/events'
import { defineTeller, type Told } from '../../kernel/realtime/live.ts'
import { headsOf } from '../contacts/index.ts'
import {
  ConversationChanged,
  MessageChanged,
  MessageReceived,
  MessagesNoted,
  MessagesQueued,
  MessageStatusChanged,
} from './facts.ts'
import { conversationStates, messagesByIds } from './views.ts'

/** Larger runs of a broadcast are not told one by one: lists refetch when they are looked at. */
const TOLD_AT_ONCE = 200

/** What browsers hear of messages. */
export const messageEvents = [
  defineTeller(MessageReceived, 'inbox.read', async (view, payloads) => {
    const messages = await messagesByIds(
      view.db,
      payloads.flatMap((payload) => payload.ids),
    )
    const contactIds = [...new Set(messages.map((message) => message.contactId))]
    const heads = await headsOf(view.db, view.country, contactIds)
    const headById = new Map(heads.map((head) => [head.id, head]))
    return messages.flatMap((message): Told[] => {
      const head = headById.get(message.contactId)
      if (!head) return []
      const { id, firstname, lastname, phone } = head
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
  defineTeller(MessagesQueued, 'inbox.read', async (view, payloads) => {
    const ids = payloads.flatMap((payload) => payload.ids).slice(-TOLD_AT_ONCE)
    const messages = await messagesByIds(view.db, ids)
    return messages.map((message): Told => ({ event: 'outgoing-message', data: { message } }))
  }),
  defineTeller(MessagesNoted, 'inbox.read', async (view, payloads) => {
    const ids = payloads.flatMap((payload) => payload.ids).slice(-TOLD_AT_ONCE)
    const messages = await messagesByIds(view.db, ids)
    return messages.map((message): Told => ({ event: 'outgoing-message', data: { message } }))
  }),
  defineTeller(MessageStatusChanged, 'inbox.read', async (view, payloads) => {
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
  defineTeller(MessageChanged, 'inbox.read', async (view, payloads) => {
    const ids = [...new Set(payloads.flatMap((payload) => payload.ids))].slice(-TOLD_AT_ONCE)
    const messages = await messagesByIds(view.db, ids)
    return messages.map((message): Told => ({ event: 'message-changed', data: { message } }))
  }),
  defineTeller(ConversationChanged, 'inbox.read', async (view, payloads) => {
    const ids = [...new Set(payloads.map((payload) => payload.contactId))]
    const states = await conversationStates(view.db, ids)
    return states.map((state): Told => ({ event: 'conversation-updated', data: state }))
  }),
]
