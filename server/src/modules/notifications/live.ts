import type { Hearer } from '../../kernel/realtime/live.ts'
import { siblingsOf } from '../../kernel/realtime/siblings.ts'
import { ConversationChanged, MessageReceived } from '../messages/index.ts'
import { unreadCount, unreadOf } from './views.ts'

/** Answers the unread conversations. The name a client sends along is ignored: the session says who asks. */
export const answerNotifications: Hearer = {
  event: 'getNotificationsv2',
  hear: async (scope, _name, kernel) => {
    if (!scope.can('inbox.read')) return []
    const [unread, siblings] = await Promise.all([unreadOf(scope.db), siblingsOf(kernel, scope)])
    return [{ event: 'notifications', data: { ...unread, siblings } }]
  },
}

/** How many contacts wait, for members who are signed in to another organization. */
export const waitingContacts = { facts: [MessageReceived, ConversationChanged], count: unreadCount }
