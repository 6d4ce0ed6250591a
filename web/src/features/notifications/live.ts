import { incomingCounted, contactRead, notificationsReceived } from '../../shared/lib/session/message.slice.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import { summarizeMessage } from '../../shared/lib/short-words.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'
import { navigationAsked, unreadCounted } from '../../shared/live/ws.slice.ts'
import { newId } from '../../shared/lib/new-id.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { listOf } from '../../shared/api/tags.ts'
import { api } from '../../shared/api/base.ts'
import { oneTab, pageNearness } from './one-toast.ts'
import { playChime } from './sound.ts'
import { hasSound, isSilent, type ConversationState } from './choices.ts'
import { consequenceOf, showsInApp } from './toast-rules.ts'
import { trueCount } from './true-count.ts'

/** The part of the store that live event handlers use. */
export interface LiveStore {
  getState: () => SessionState
  dispatch: (action: { type: string; payload?: unknown }) => unknown
  subscribe: (listener: () => void) => unknown
}

/** What the rest of the app provides about a conversation and for fetching. */
export interface Around {
  /** Fetches the unread count. */
  fetchCount: () => void
  /** Returns the loaded state of a conversation: muted by this member, and its assignee. */
  conversationStateOf: (contactId: string) => ConversationState | undefined
  /** Fetches the same from the server when no loaded list contains it. */
  fetchConversationState: (contactId: string) => Promise<ConversationState | undefined>
}

/**
 * Returns the live event handlers that count unread messages, show toasts and play the sound according to the settings
 * of the member, and a function to call when the count is fetched.
 */
export function notificationsLive(
  { getState, dispatch, subscribe }: LiveStore,
  { fetchCount, conversationStateOf, fetchConversationState }: Around,
): { reactions: Reactions; onCountRequested: () => void } {
  const named = () => getState().message.notifications
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('new-messages')
  const isOurs = oneTab(newId(), channel, pageNearness)
  // The server lists only some of the waiting contacts by name, but counts all of them.
  let unnamed = 0
  let counted = named()
  const entryOf = (contactId: string) => named().find(({ contact }) => contact.id === contactId)
  const count = trueCount(fetchCount)
  subscribe(() => {
    if (named() === counted) return
    counted = named()
    dispatch(unreadCounted(counted.length + unnamed))
  })
  const reactions: Reactions = {
    message(incoming) {
      // A photo or a voicemail has no text of its own.
      const event = { ...incoming, body: summarizeMessage(incoming.message) }
      const loaded = conversationStateOf(event.contactId)
      const pageStateOf = (of: ConversationState | undefined) => ({
        path: location.pathname,
        isMuted: isSilent(getState(), of, new Date()),
      })
      if (!consequenceOf(event, pageStateOf(loaded)).isUnread) return
      count.moved()
      const entry = entryOf(event.contactId)
      // Only the server can tell whether a contact outside the list, or an older message, was already counted.
      if (entry ? event.id < entry.lastMessage.id : unnamed > 0) count.requestFetch()
      dispatch(incomingCounted(event))
      const name = `${event.contact.firstname} ${event.contact.lastname}`.trim()
      announce(`${name}: ${event.translation?.text ?? event.body}`)
      void isOurs(event.id).then(async (isOur) => {
        if (!isOur) return
        const pageState = pageStateOf(loaded ?? (await fetchConversationState(event.contactId)))
        if (document.visibilityState === 'hidden' && !pageState.isMuted && hasSound(getState())) playChime()
        const { toast: due } = consequenceOf(event, pageState)
        if (!due) return
        const { path, ...content } = due
        toast.newMessage({ ...content, onOpen: () => dispatch(navigationAsked(path)) })
      })
    },
    'inapp-notification'(event) {
      // An open list of what could not be stored: its notice is the only event of it.
      dispatch(api.util.invalidateTags(['Quarantine']))
      if (!showsInApp(location.pathname)) return
      const { link } = event
      // The notifications panel lists some of these notices.
      dispatch(api.util.invalidateTags([listOf('Update')]))
      toast.inApp({ ...event, ...(link && { onOpen: () => dispatch(navigationAsked(link)) }) })
    },
    notifications(event) {
      unnamed = Math.max(0, event.total - event.items.length)
      dispatch(notificationsReceived(event))
      count.answered()
    },
    'conversation-read'({ contactId, unreadCount }) {
      count.moved()
      const isListed = entryOf(contactId) !== undefined
      if (unreadCount === 0 && isListed)
        dispatch(contactRead({ contactId, organizationId: getState().auth.organization?.id }))
      // After marking unread, only the server has the text to show. After reading a contact outside the list, only the
      // server has the remaining count.
      else if (!isListed && (unreadCount > 0 || unnamed > 0)) count.requestFetch()
    },
  }
  return { reactions, onCountRequested: count.fetchStarted }
}
