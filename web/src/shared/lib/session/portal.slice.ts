import { createSlice } from '@reduxjs/toolkit'
import { emptySession } from './state.ts'

const slice = createSlice({ name: 'portal', initialState: () => emptySession().portal, reducers: {} })

export const portalReducer = slice.reducer
