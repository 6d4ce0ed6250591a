import type { Hearer } from '../../kernel/realtime/live.ts'
import { unreadOf } from './views.ts'

/** Answers the unread conversations. The name a client sends along is ignored: the session says who asks. */
export const answerNotifications: Hearer = {
  event: 'getNotificationsv2',
  hear: async (scope) => (scope.can('inbox.read') ? [{ event: 'notifications', data: await unreadOf(scope.db) }] : []),
}
