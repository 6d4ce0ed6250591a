import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import { answerTo } from '../../api/answered.ts'
import { accessChanged, loggedOut, switchSucceeded } from './auth.slice.ts'
import { emptySession } from './state.ts'

const slice = createSlice({
  name: 'groups',
  initialState: () => emptySession().groups,
  reducers: {
    /** The groups that narrow the inbox. */
    inboxGroupsSelected(state, { payload }: PayloadAction<string[]>) {
      state.inboxSelectedGroups = payload
    },
  },
  extraReducers: (on) =>
    on
      .addCase(loggedOut, () => emptySession().groups)
      .addCase(switchSucceeded, () => emptySession().groups)
      .addCase(accessChanged, () => emptySession().groups)
      .addMatcher(
        (action: UnknownAction) => answerTo('groupValues', action) !== undefined,
        (state, action) => {
          state.data = answerTo('groupValues', action)?.groups.map(({ id, name }) => ({ id, name })) ?? []
        },
      ),
})

export const { inboxGroupsSelected } = slice.actions
export const groupsReducer = slice.reducer
