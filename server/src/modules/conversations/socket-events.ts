import {
  EACH_UP_TO,
  MANY_CONVERSATIONS,
  mapToSocketEvents,
  type SocketEvent,
} from '../../kernel/realtime/socket-events.ts'
import { ConversationChanged } from './events.ts'
import { conversationStates } from './views.ts'

/** The socket events for the shared state of conversations. */
export const conversationEvents = [
  mapToSocketEvents(ConversationChanged, 'inbox.read', async (view, payloads) => {
    const ids = [...new Set(payloads.flatMap((payload) => payload.contactIds))]
    if (ids.length > EACH_UP_TO) return [MANY_CONVERSATIONS]
    const states = await conversationStates(view.db, ids)
    return states.map((state): SocketEvent => ({ event: 'conversation-updated', data: state }))
  }),
]
