import type { IncomingMessage, Notifications, SiblingNotifications, Usage } from '@crewline/contract/events'
import { PREVIEW_MAX } from '@crewline/contract/limits'
import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import { answerTo } from '../../api/answered.ts'
import { accessChanged, loggedOut, switchSucceeded } from './auth.slice.ts'
import { emptySession, type MessageState } from './state.ts'

/** Updates the session from server responses, whichever screen made the call. */
function follow(state: MessageState, action: UnknownAction): void {
  const chosen = answerTo('notificationPrefs', action) ?? answerTo('editNotificationPrefs', action)
  if (chosen) state.sound = chosen.prefs.sound
}

const slice = createSlice({
  name: 'message',
  initialState: () => emptySession().message,
  reducers: {
    /** The server's count replaces the local one. */
    notificationsReceived(state, { payload }: PayloadAction<Notifications>) {
      state.notifications = payload.items
      state.siblingNotifications = Object.fromEntries(
        (payload.siblings ?? []).map(({ organizationId, count }) => [organizationId, Math.max(0, count)]),
      )
    },
    /**
     * Counts one more message of a contact, with a new entry if needed; not when the server's count already includes it
     * or a newer one.
     */
    incomingCounted(state, { payload }: PayloadAction<IncomingMessage>) {
      const lastMessage = { id: payload.id, preview: payload.body.slice(0, PREVIEW_MAX), at: payload.at }
      const entry = state.notifications.find(({ contact }) => contact.id === payload.contactId)
      if (entry && entry.lastMessage.id >= payload.id) return
      const { id, firstname, lastname } = payload.contact
      const others = state.notifications.filter((notification) => notification !== entry)
      state.notifications = [
        {
          contact: { id, firstname, lastname },
          messageCount: (entry?.messageCount ?? 0) + 1,
          lastMessage,
          status: 'unread',
        },
        ...others,
      ]
    },
    /**
     * Removes the entry of a read contact, and subtracts its count from that of its other organization, to 0 at least.
     */
    contactRead(state, { payload }: PayloadAction<{ contactId: string; organizationId?: string | undefined }>) {
      const entry = state.notifications.find(({ contact }) => contact.id === payload.contactId)
      if (!entry) return
      state.notifications = state.notifications.filter((notification) => notification !== entry)
      const { organizationId = '' } = payload
      const count = state.siblingNotifications[organizationId]
      if (count !== undefined) state.siblingNotifications[organizationId] = Math.max(0, count - entry.messageCount)
    },
    /** The whole count of another organization. */
    siblingCountReceived(state, { payload: { organizationId, count } }: PayloadAction<SiblingNotifications>) {
      state.siblingNotifications[organizationId] = Math.max(0, count)
    },
    /** Resets the count of one organization; without an argument, of all. */
    siblingsReset(state, { payload }: PayloadAction<string | undefined>) {
      if (payload === undefined) state.siblingNotifications = {}
      else state.siblingNotifications[payload] = 0
    },
    /** A conversation is open now, or none; its archived flag and its messages are those of the query cache. */
    conversationOpened(state, { payload }: PayloadAction<string | null>) {
      if (payload !== state.searchedMessage?.contactId) state.searchedMessage = null
      if (payload === (state.activeConversation?.id ?? null)) return
      state.messages = []
      state.activeConversation = payload === null ? null : { id: payload, archived: false }
    },
    /** The search result the open thread starts at; null when none. */
    messageSearched(state, { payload }: PayloadAction<MessageState['searchedMessage']>) {
      state.searchedMessage = payload
    },
    usageReceived(state, { payload }: PayloadAction<Usage>) {
      state.messageUsage = payload
    },
  },
  extraReducers: (on) =>
    on
      .addCase(loggedOut, () => emptySession().message)
      .addCase(accessChanged, ({ siblingNotifications, sound, messageUsage }) => ({
        ...emptySession().message,
        siblingNotifications,
        sound,
        messageUsage,
      }))
      .addCase(switchSucceeded, ({ siblingNotifications, sound }) => ({
        ...emptySession().message,
        sound,
        siblingNotifications,
      }))
      .addMatcher(
        (action: UnknownAction) => action.type.startsWith('api/'),
        (state, action) => follow(state, action),
      ),
})

export const {
  notificationsReceived,
  incomingCounted,
  contactRead,
  siblingCountReceived,
  siblingsReset,
  conversationOpened,
  messageSearched,
  usageReceived,
} = slice.actions
export const messageReducer = slice.reducer
