import { mapToSocketEvents, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { ConversationChanged } from './events.ts'
import { conversationStates } from './views.ts'

/** Above this number of conversations or messages, browsers get one event and fetch what they show. */
export const EACH_UP_TO = 200

/** The one event in place of too many. */
export const MANY_CHANGED: SocketEvent = { event: 'conversations-updated', data: {} }

/** The socket events for the shared state of conversations. */
export const conversationEvents = [
  mapToSocketEvents(ConversationChanged, 'inbox.read', async (view, payloads) => {
    const ids = [...new Set(payloads.flatMap((payload) => payload.contactIds))]
    if (ids.length > EACH_UP_TO) return [MANY_CHANGED]
    const states = await conversationStates(view.db, ids)
    return states.map((state): SocketEvent => ({ event: 'conversation-updated', data: state }))
  }),
]
