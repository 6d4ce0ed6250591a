import type { MessageStatus, OutgoingMessage, Typing } from '@crewline/contract/events'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { loggedOut, switchSucceeded } from '../lib/session/auth.slice.ts'

/** A teammate who is typing to a contact. */
export interface Typer {
  name: string
  /** When their last event arrived, in ms. */
  at: number
}

/** The live connection and its latest events; never stored. */
export interface WsState {
  connection: 'none' | 'opening' | 'open'
  isConnected: boolean
  /** Contacts with unread messages. */
  unreadMessages: number
  navigationRequest: string | null
  /** Who is typing where: conversation id to user id to typing teammate. */
  typingStatus: Record<string, Record<string, Typer>>
  /** The latest receipts, newest last; selected from the query cache, like the messages below. */
  messageStatus: MessageStatus['items']
  /** The latest outbound messages, newest last. */
  outgoingMessage: OutgoingMessage['message'][]
  /** Voicemails received since the page was opened: above 0 there is a new one. */
  voicemailUpdates: number
}

const initialState: WsState = {
  connection: 'none',
  isConnected: false,
  unreadMessages: 0,
  navigationRequest: null,
  typingStatus: {},
  messageStatus: [],
  outgoingMessage: [],
  voicemailUpdates: 0,
}

function stopTyping(state: WsState, contactId: string, userId: string): void {
  const typers = state.typingStatus[contactId]
  if (!typers) return
  delete typers[userId]
  if (Object.keys(typers).length === 0) delete state.typingStatus[contactId]
}

const slice = createSlice({
  name: 'ws',
  initialState,
  reducers: {
    opening(state) {
      state.connection = 'opening'
    },
    connected(state) {
      state.connection = 'open'
      state.isConnected = true
    },
    disconnected(state) {
      state.connection = 'opening'
      state.isConnected = false
      // No event would report that they stopped.
      state.typingStatus = {}
    },
    closed: () => initialState,
    unreadCounted(state, { payload }: PayloadAction<number>) {
      state.unreadMessages = payload
    },
    /** Requests navigation from code without access to the router: toasts, events. */
    navigationAsked(state, { payload }: PayloadAction<string | null>) {
      state.navigationRequest = payload
    },
    /** A teammate is typing, or stopped; `heardAt` is this page's clock, in ms. */
    typingReceived(state, { payload }: PayloadAction<{ event: Typing; receivedAt: number }>) {
      const { contactId, userId, user, isTyping } = payload.event
      if (!isTyping) return stopTyping(state, contactId, userId || user)
      state.typingStatus[contactId] = {
        ...state.typingStatus[contactId],
        [userId || user]: { name: user, at: payload.receivedAt },
      }
    },
    /** Removes everyone without an event since this moment, in ms. */
    typingForgotten(state, { payload }: PayloadAction<number>) {
      for (const [contactId, typers] of Object.entries(state.typingStatus)) {
        for (const [userId, { at }] of Object.entries(typers)) if (at <= payload) stopTyping(state, contactId, userId)
      }
    },
    voicemailReceived(state) {
      state.voicemailUpdates += 1
    },
  },
  extraReducers: (on) => on.addCase(loggedOut, () => initialState).addCase(switchSucceeded, () => initialState),
})

export const {
  opening,
  connected,
  disconnected,
  closed,
  unreadCounted,
  navigationAsked,
  typingReceived,
  typingForgotten,
  voicemailReceived,
} = slice.actions
export const wsReducer = slice.reducer
