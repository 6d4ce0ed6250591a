import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { loggedOut } from './auth.slice.ts'
import { emptySession } from './state.ts'

const slice = createSlice({
  name: 'groups',
  initialState: () => emptySession().groups,
  reducers: {
    inboxGroupsChosen(state, { payload }: PayloadAction<string[]>) {
      state.inboxSelectedGroups = payload
    },
  },
  extraReducers: (on) => on.addCase(loggedOut, () => emptySession().groups),
})

export const { inboxGroupsChosen } = slice.actions
export const groupsReducer = slice.reducer
