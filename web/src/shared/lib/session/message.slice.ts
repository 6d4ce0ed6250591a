import type {
  IncomingMessage,
  MessageStatus,
  Notifications,
  SiblingNotifications,
  Usage,
} from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import { CONVERSATIONS_STORED_MAX, MESSAGES_STORED_MAX, PREVIEW_MAX } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import { createSlice, isDraft, original, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import { answerTo } from '../../api/answered.ts'
import { loggedOut, switchSucceeded } from './auth.slice.ts'
import { emptySession, fullName, type ConversationHeading, type MessageState } from './state.ts'

function headingOf({ id, contact, archived, unreadCount, lastAt }: Conversation): ConversationHeading {
  return { id, name: fullName(contact), archived, unreadCount, lastAt }
}

/** Limits the cached messages: no duplicates, in time order, the last 50. */
function trimMessages(messages: readonly Message[]): Message[] {
  const each = new Map(messages.map((message) => [message.id, message]))
  const sorted = [...each.values()].toSorted((first, second) =>
    first.at === second.at ? 0 : first.at < second.at ? -1 : 1,
  )
  return sorted.slice(-MESSAGES_STORED_MAX)
}

/**
 * Adds messages to the cache. Leaves the state untouched when nothing changes, as with older messages, because every
 * change is written to the storage.
 */
function keep(state: MessageState, messages: readonly Message[]): void {
  const current = isDraft(state.messages) ? (original(state.messages) ?? []) : state.messages
  const next = trimMessages([...current, ...messages])
  if (next.length !== current.length || next.some((message, at) => message !== current[at])) state.messages = next
}

function addMessage(state: MessageState, message: Message): void {
  if (state.activeConversation?.id === message.contactId) keep(state, [message])
}

/** Updates the session from server responses, whichever screen made the call. */
function follow(state: MessageState, action: UnknownAction): void {
  const list = answerTo('conversations', action)
  if (list) state.conversations = list.data.slice(0, CONVERSATIONS_STORED_MAX).map(headingOf)
  const thread = answerTo('conversation', action)
  const active = state.activeConversation
  if (thread && active?.id === thread.conversation.id) {
    active.archived = thread.conversation.archived
    keep(state, thread.messages)
  }
  const toggled = answerTo('archiveConversation', action)
  if (toggled && active?.id === toggled.conversation.id) active.archived = toggled.conversation.archived
  const chosen = answerTo('notificationPrefs', action) ?? answerTo('editNotificationPrefs', action)
  if (chosen) state.sound = chosen.prefs.sound
  const sent = answerTo('sendMessage', action)
  if (sent) addMessage(state, sent.message)
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
    /** An incoming message: cached when its conversation is the active one. */
    incomingKept(state, { payload }: PayloadAction<IncomingMessage>) {
      addMessage(state, payload.message)
    },
    /** A message of a teammate, another tab or an automatic reply: cached when its conversation is the active one. */
    outgoingKept(state, { payload }: PayloadAction<Message>) {
      addMessage(state, payload)
    },
    /** Receipts for cached messages; a delivered message stays delivered. */
    receiptsKept(state, { payload }: PayloadAction<MessageStatus['items']>) {
      for (const item of payload) {
        const message = state.messages.find(({ id }) => id === item.messageId)
        if (message && message.state !== 'delivered') {
          Object.assign(message, { state: item.state, errorCode: item.errorCode, reason: item.reason })
        }
      }
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
    conversationOpened(state, { payload }: PayloadAction<{ id: string; archived: boolean } | null>) {
      if (payload?.id !== state.activeConversation?.id) state.messages = []
      if (payload?.id !== state.searchedMessage?.contactId) state.searchedMessage = null
      state.activeConversation = payload
    },
    /** The search result the open thread starts at; null when none. */
    messageSearched(state, { payload }: PayloadAction<MessageState['searchedMessage']>) {
      state.searchedMessage = payload
    },
    listRefreshing(state, { payload }: PayloadAction<boolean>) {
      state.refreshing = payload
    },
    messagesRefreshing(state, { payload }: PayloadAction<boolean>) {
      state.refreshingMessages = payload
    },
    usageReceived(state, { payload }: PayloadAction<Usage>) {
      state.messageUsage = payload
    },
  },
  extraReducers: (on) =>
    on
      .addCase(loggedOut, () => emptySession().message)
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
  incomingKept,
  outgoingKept,
  receiptsKept,
  incomingCounted,
  contactRead,
  siblingCountReceived,
  siblingsReset,
  conversationOpened,
  messageSearched,
  listRefreshing,
  messagesRefreshing,
  usageReceived,
} = slice.actions
export const messageReducer = slice.reducer
