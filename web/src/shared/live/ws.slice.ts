import type { MessageStatus, OutgoingMessage, Typing } from '@crewline/contract/events'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { loggedOut, switchSucceeded } from '../lib/session/auth.slice.ts'

/** Somebody who writes to a contact right now. */
export interface Typer {
  name: string
  /** When they were heard last, in ms. */
  at: number
}

/** The live connection and what it told last; never remembered. */
export interface WsState {
  connection: 'none' | 'opening' | 'open'
  isConnected: boolean
  /** Contacts with unread messages. */
  unreadMessages: number
  navigationRequest: string | null
  /** Who types where: conversation id to user id to the person. */
  typingStatus: Record<string, Record<string, Typer>>
  /** The latest receipts, newest last. */
  messageStatus: MessageStatus['items']
  /** The latest texts that others sent, newest last. */
  outgoingMessage: OutgoingMessage['message'][]
  /** Voicemails that came in since the page was opened: above 0 there is a new one. */
  voicemailUpdates: number
}

const mostKept = 100

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
      // Nobody would tell that they stopped.
      state.typingStatus = {}
    },
    closed: () => initialState,
    unreadCounted(state, { payload }: PayloadAction<number>) {
      state.unreadMessages = payload
    },
    /** Asks the router to go somewhere, from places that have no router: toasts, events. */
    navigationAsked(state, { payload }: PayloadAction<string | null>) {
      state.navigationRequest = payload
    },
    /** A teammate writes, or stopped; `heardAt` is this page's clock, in ms. */
    typingHeard(state, { payload }: PayloadAction<{ event: Typing; heardAt: number }>) {
      const { contactId, userId, user, isTyping } = payload.event
      if (!isTyping) return stopTyping(state, contactId, userId || user)
      state.typingStatus[contactId] = {
        ...state.typingStatus[contactId],
        [userId || user]: { name: user, at: payload.heardAt },
      }
    },
    /** Forgets everybody who was not heard since a moment, in ms. */
    typingForgotten(state, { payload }: PayloadAction<number>) {
      for (const [contactId, typers] of Object.entries(state.typingStatus)) {
        for (const [userId, { at }] of Object.entries(typers)) if (at <= payload) stopTyping(state, contactId, userId)
      }
    },
    statusTold(state, { payload }: PayloadAction<MessageStatus['items']>) {
      state.messageStatus = [...state.messageStatus, ...payload].slice(-mostKept)
    },
    outgoingTold(state, { payload }: PayloadAction<OutgoingMessage['message']>) {
      state.outgoingMessage = [...state.outgoingMessage, payload].slice(-mostKept)
    },
    voicemailTold(state) {
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
  typingHeard,
  typingForgotten,
  statusTold,
  outgoingTold,
  voicemailTold,
} = slice.actions
export const wsReducer = slice.reducer
