import type { me } from '@crewline/contract/accounts'
import type { ReplyOf } from '@crewline/contract/endpoint'
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { emptySession } from './state.ts'

const slice = createSlice({
  name: 'auth',
  initialState: () => emptySession().auth,
  reducers: {
    loggedOut: () => emptySession().auth,
    meRead(state, { payload }: PayloadAction<ReplyOf<typeof me>>) {
      const { user, organization, needBilling, intercomHash, features } = payload
      Object.assign(state, {
        user,
        organization,
        needBilling,
        intercomHash,
        features,
        muteNotifications: user.muteNotifications,
      })
    },
    pastDueSeen(state, { payload }: PayloadAction<boolean>) {
      state.pastDue = payload
    },
  },
})

export const { loggedOut, meRead, pastDueSeen } = slice.actions
export const authReducer = slice.reducer
