import { incomingCounted, contactRead, notificationsTold } from '../../shared/lib/session/message.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import type { Reactions } from '../../shared/live/hear.ts'
import { navigationAsked, unreadCounted } from '../../shared/live/ws.slice.ts'
import { announce } from '../../shared/ui/announce.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { consequenceOf } from './toast-rules.ts'

/** The part of the store that live reactions use. */
export interface LiveStore {
  getState: () => SessionState
  dispatch: (action: { type: string; payload?: unknown }) => unknown
}

/** Counts what is unread and shows the toasts that are due. */
export function notificationsLive({ getState, dispatch }: LiveStore): Reactions {
  return {
    message(event) {
      const { isUnread, toast: due } = consequenceOf(event, { path: location.pathname, isMuted: getState().auth.muteNotifications })
      if (!isUnread) return
      const wasUnread = getState().message.notifications.some(({ contact }) => contact.id === event.contactId)
      dispatch(incomingCounted(event))
      if (!wasUnread) dispatch(unreadCounted(getState().ws.unreadMessages + 1))
      const name = `${event.contact.firstname} ${event.contact.lastname}`.trim()
      announce(`${name}: ${event.translation?.text ?? event.body}`)
      if (!due) return
      const { path, ...shown } = due
      toast.newMessage({ ...shown, onOpen: () => dispatch(navigationAsked(path)) })
    },
    notifications(event) {
      dispatch(notificationsTold(event))
      dispatch(unreadCounted(event.total))
    },
    'conversation-updated'({ contactId, unreadCount }) {
      const wasUnread = getState().message.notifications.some(({ contact }) => contact.id === contactId)
      if (unreadCount > 0 || !wasUnread) return
      dispatch(contactRead(contactId))
      dispatch(unreadCounted(Math.max(0, getState().ws.unreadMessages - 1)))
    },
  }
}
