import type { me } from '@crewline/contract/accounts'
import type { ReplyOf } from '@crewline/contract/endpoint'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { authAfterLogin, type LoginReply } from './keep.ts'
import { emptySession } from './state.ts'

const slice = createSlice({
  name: 'auth',
  initialState: () => emptySession().auth,
  reducers: {
    loggedIn: (_state, { payload }: PayloadAction<LoginReply>) => authAfterLogin(payload),
    loggedOut: () => emptySession().auth,
    meRead(state, { payload }: PayloadAction<ReplyOf<typeof me>>) {
      const { user, organization, needBilling, intercomHash, features } = payload
      Object.assign(state, { user, organization, needBilling, intercomHash, features, muteNotifications: user.muteNotifications })
    },
    pastDueSeen(state, { payload }: PayloadAction<boolean>) {
      state.pastDue = payload
    },
    warningHidden(state, { payload }: PayloadAction<keyof typeof state.warnings>) {
      state.warnings[payload] = false
    },
  },
})

export const { loggedIn, loggedOut, meRead, pastDueSeen, warningHidden } = slice.actions
export const authReducer = slice.reducer
