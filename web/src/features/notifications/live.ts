import { incomingCounted, contactRead, notificationsTold } from '../../shared/lib/session/message.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { shortWords } from '../../shared/lib/short-words.ts'
import type { Reactions } from '../../shared/live/hear.ts'
import { navigationAsked, unreadCounted } from '../../shared/live/ws.slice.ts'
import { newId } from '../../shared/lib/new-id.ts'
import { announce } from '../../shared/ui/announce.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { listOf } from '../../shared/api/tags.ts'
import { api } from '../../shared/api/base.ts'
import { oneTab, pageNearness } from './one-toast.ts'
import { playChime } from './sound.ts'
import { hasSound, isSilent, type Known } from './choices.ts'
import { consequenceOf, showsInApp } from './toast-rules.ts'
import { trueCount } from './true-count.ts'

/** The part of the store that live reactions use. */
export interface LiveStore {
  getState: () => SessionState
  dispatch: (action: { type: string; payload?: unknown }) => unknown
  subscribe: (listener: () => void) => unknown
}

/** What the rest of the application tells about a conversation and about asking. */
export interface Around {
  /** Asks the server for its count. */
  ask: () => void
  /** What is known of a conversation: muted by this member, given to somebody. */
  standingOf: (contactId: string) => Known | undefined
  /** The same from the server, where no loaded list knows. */
  askStanding: (contactId: string) => Promise<Known | undefined>
}

/** Counts what is unread, shows the toasts that are due and sounds when nobody looks, as the member chose; hears when the server is asked for its count. */
export function notificationsLive(
  { getState, dispatch, subscribe }: LiveStore,
  { ask, standingOf, askStanding }: Around,
): { reactions: Reactions; onAsk: () => void } {
  const named = () => getState().message.notifications
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('new-messages')
  const isOurs = oneTab(newId(), channel, pageNearness)
  // The server names some of the contacts who wait and counts all of them.
  let unnamed = 0
  let counted = named()
  const entryOf = (contactId: string) => named().find(({ contact }) => contact.id === contactId)
  const count = trueCount(ask)
  subscribe(() => {
    if (named() === counted) return
    counted = named()
    dispatch(unreadCounted(counted.length + unnamed))
  })
  const reactions: Reactions = {
    message(told) {
      // A photo or a voicemail has no words of its own.
      const event = { ...told, body: shortWords(told.message) }
      const known = standingOf(event.contactId)
      const standing = (of: Known | undefined) => ({
        path: location.pathname,
        isMuted: isSilent(getState(), of, new Date()),
      })
      if (!consequenceOf(event, standing(known)).isUnread) return
      count.moved()
      const entry = entryOf(event.contactId)
      // Whether somebody we have no name of was counted before, and whether an older text was, only the server can tell.
      if (entry ? event.id < entry.lastMessage.id : unnamed > 0) count.want()
      dispatch(incomingCounted(event))
      const name = `${event.contact.firstname} ${event.contact.lastname}`.trim()
      announce(`${name}: ${event.translation?.text ?? event.body}`)
      void isOurs(event.id).then(async (isOur) => {
        if (!isOur) return
        const stands = standing(known ?? (await askStanding(event.contactId)))
        if (document.visibilityState === 'hidden' && !stands.isMuted && hasSound(getState())) playChime()
        const { toast: due } = consequenceOf(event, stands)
        if (!due) return
        const { path, ...shown } = due
        toast.newMessage({ ...shown, onOpen: () => dispatch(navigationAsked(path)) })
      })
    },
    'inapp-notification'(event) {
      if (!showsInApp(location.pathname)) return
      const { link } = event
      // The bell keeps some of them.
      dispatch(api.util.invalidateTags([listOf('Update')]))
      toast.inApp({ ...event, ...(link && { onOpen: () => dispatch(navigationAsked(link)) }) })
    },
    notifications(event) {
      unnamed = Math.max(0, event.total - event.items.length)
      dispatch(notificationsTold(event))
      count.answered()
    },
    'conversation-read'({ contactId, unreadCount }) {
      count.moved()
      const isKnown = entryOf(contactId) !== undefined
      if (unreadCount === 0 && isKnown)
        dispatch(contactRead({ contactId, organizationId: getState().auth.organization?.id }))
      // Marked unread by hand: only the server knows the words to show. Read, and counted without a name: how many are left.
      else if (!isKnown && (unreadCount > 0 || unnamed > 0)) count.want()
    },
  }
  return { reactions, onAsk: count.asked }
}
