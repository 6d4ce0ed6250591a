import type { MessageStatus, OutgoingMessage } from '@crewline/contract/events'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** The live connection and what it told last; never remembered. */
export interface WsState {
  connection: 'none' | 'opening' | 'open'
  isConnected: boolean
  /** Contacts with unread messages. */
  unreadMessages: number
  navigationRequest: string | null
  /** Who types where: conversation id to full names. */
  typingStatus: Record<string, string[]>
  messageStatus: MessageStatus['items']
  outgoingMessage: OutgoingMessage['message'][]
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
    },
    closed: () => initialState,
    unreadCounted(state, { payload }: PayloadAction<number>) {
      state.unreadMessages = payload
    },
    /** Asks the router to go somewhere, from places that have no router: toasts, events. */
    navigationAsked(state, { payload }: PayloadAction<string | null>) {
      state.navigationRequest = payload
    },
  },
})

export const { opening, connected, disconnected, closed, unreadCounted, navigationAsked } = slice.actions
export const wsReducer = slice.reducer
