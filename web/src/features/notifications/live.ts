import { incomingCounted, contactRead, notificationsTold } from '../../shared/lib/session/message.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import type { Reactions } from '../../shared/live/hear.ts'
import { navigationAsked, unreadCounted } from '../../shared/live/ws.slice.ts'
import { newId } from '../../shared/lib/new-id.ts'
import { announce } from '../../shared/ui/announce.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { oneTab, pageNearness } from './one-toast.ts'
import { consequenceOf, showsInApp } from './toast-rules.ts'

/** The part of the store that live reactions use. */
export interface LiveStore {
  getState: () => SessionState
  dispatch: (action: { type: string; payload?: unknown }) => unknown
  subscribe: (listener: () => void) => unknown
}

/** Counts what is unread and shows the toasts that are due; `ask` asks the server for its count. */
export function notificationsLive({ getState, dispatch, subscribe }: LiveStore, ask: () => void): Reactions {
  const named = () => getState().message.notifications
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('new-messages')
  const isOurs = oneTab(newId(), channel, pageNearness)
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
      const standing = () => ({ path: location.pathname, isMuted: getState().auth.muteNotifications })
      if (!consequenceOf(event, standing()).isUnread) return
      dispatch(incomingCounted(event))
      const name = `${event.contact.firstname} ${event.contact.lastname}`.trim()
      announce(`${name}: ${event.translation?.text ?? event.body}`)
      void isOurs(event.id).then((isOur) => {
        const { toast: due } = consequenceOf(event, standing())
        if (!isOur || !due) return
        const { path, ...shown } = due
        toast.newMessage({ ...shown, onOpen: () => dispatch(navigationAsked(path)) })
      })
    },
    'inapp-notification'(event) {
      if (!showsInApp(location.pathname)) return
      const { link } = event
      toast.inApp({ ...event, ...(link && { onOpen: () => dispatch(navigationAsked(link)) }) })
    },
    notifications(event) {
      unnamed = Math.max(0, event.total - event.items.length)
      dispatch(notificationsTold(event))
    },
    'conversation-updated'({ contactId, unreadCount }) {
      const isNamed = named().some(({ contact }) => contact.id === contactId)
      if (unreadCount === 0 && isNamed)
        dispatch(contactRead({ contactId, organizationId: getState().auth.organization?.id }))
      // Marked unread by hand: only the server knows the words to show.
      else if (unreadCount > 0 && !isNamed) ask()
    },
  }
}
