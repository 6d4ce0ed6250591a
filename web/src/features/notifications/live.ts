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
  subscribe: (listener: () => void) => unknown
}

/** Counts what is unread and shows the toasts that are due; `ask` asks the server for its count. */
export function notificationsLive({ getState, dispatch, subscribe }: LiveStore, ask: () => void): Reactions {
  const named = () => getState().message.notifications
  // The server names some of the contacts who wait and counts all of them.
  let unnamed = 0
  let counted = named()
  subscribe(() => {
    if (named() === counted) return
    counted = named()
    dispatch(unreadCounted(counted.length + unnamed))
  })
  return {
    message(event) {
      const { isUnread, toast: due } = consequenceOf(event, {
        path: location.pathname,
        isMuted: getState().auth.muteNotifications,
      })
      if (!isUnread) return
      dispatch(incomingCounted(event))
      const name = `${event.contact.firstname} ${event.contact.lastname}`.trim()
      announce(`${name}: ${event.translation?.text ?? event.body}`)
      if (!due) return
      const { path, ...shown } = due
      toast.newMessage({ ...shown, onOpen: () => dispatch(navigationAsked(path)) })
    },
    notifications(event) {
      unnamed = Math.max(0, event.total - event.items.length)
      dispatch(notificationsTold(event))
    },
    'conversation-updated'({ contactId, unreadCount }) {
      const isNamed = named().some(({ contact }) => contact.id === contactId)
      if (unreadCount === 0 && isNamed) dispatch(contactRead(contactId))
      // Marked unread by hand: only the server knows the words to show.
      else if (unreadCount > 0 && !isNamed) ask()
    },
  }
}
