import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { createApi } from '@reduxjs/toolkit/query/react'
import type { SessionState } from '../lib/session/select.ts'
import type { Call } from './from-contract.ts'
import { send, type Refusal } from './send.ts'
import { tagTypes } from './tags.ts'

const baseQuery: BaseQueryFn<Call, unknown, Refusal> = async (call, { getState, signal }) => {
  const { auth } = getState() as SessionState
  return send(call, auth.token ?? auth.unverifiedToken, signal)
}

/** Everything the server knows, as this member may see it; features add their endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  keepUnusedDataFor: 300,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})
