import type { IncomingMessage, Notifications } from '@crewline/contract/events'
import { PREVIEW_MAX } from '@crewline/contract/limits'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { loggedOut } from './auth.slice.ts'
import { emptySession } from './state.ts'

const slice = createSlice({
  name: 'message',
  initialState: () => emptySession().message,
  reducers: {
    /** The server's count replaces whatever was counted here. */
    notificationsTold(state, { payload }: PayloadAction<Notifications>) {
      state.notifications = payload.items
    },
    /** One more from a contact: counted up, or a new entry with one. */
    incomingCounted(state, { payload }: PayloadAction<IncomingMessage>) {
      const lastMessage = { id: payload.id, preview: payload.body.slice(0, PREVIEW_MAX), at: payload.at }
      const entry = state.notifications.find(({ contact }) => contact.id === payload.contactId)
      if (entry?.lastMessage.id === payload.id) return
      const { id, firstname, lastname } = payload.contact
      const rest = state.notifications.filter((one) => one !== entry)
      state.notifications = [
        {
          contact: { id, firstname, lastname },
          messageCount: (entry?.messageCount ?? 0) + 1,
          lastMessage,
          status: 'unread',
        },
        ...rest,
      ]
    },
    contactRead(state, { payload }: PayloadAction<string>) {
      state.notifications = state.notifications.filter(({ contact }) => contact.id !== payload)
    },
    conversationOpened(state, { payload }: PayloadAction<{ id: string; archived: boolean } | null>) {
      state.activeConversation = payload
    },
  },
  extraReducers: (on) => on.addCase(loggedOut, () => emptySession().message),
})

export const { notificationsTold, incomingCounted, contactRead, conversationOpened } = slice.actions
export const messageReducer = slice.reducer
