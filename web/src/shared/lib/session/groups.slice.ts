import { createSlice } from '@reduxjs/toolkit'
import { loggedOut } from './auth.slice.ts'
import { emptySession } from './state.ts'

const slice = createSlice({
  name: 'groups',
  initialState: () => emptySession().groups,
  reducers: {},
  extraReducers: (on) => on.addCase(loggedOut, () => emptySession().groups),
})

export const groupsReducer = slice.reducer
