import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { createApi } from '@reduxjs/toolkit/query/react'
import type { SessionState } from '../lib/session/select.ts'
import { bearerOf, type AuthState } from '../lib/session/state.ts'
import { isViewing } from '../lib/viewing.ts'
import type { RequestMeta } from './answered.ts'
import type { Call } from './from-contract.ts'
import { send, type Refusal } from './send.ts'
import { tagTypes } from './tags.ts'

/** After a login or switch, requests and responses of the previous session are dropped. */
const otherSessionError = (token: string | null): { error: Refusal } => ({
  error: { status: 0, code: 'other_session', message: '', token },
})

/** What pages do by themselves; while viewing as a teammate it is not even asked for, and its refusal needs no message. */
const automatic = new Set<Call['name']>([
  'readConversation',
  'saveDraft',
  'readDraft',
  'seeUpdates',
  'addPushDevice',
  'useReply',
])

function isForAnother({ name, body }: Call, { organization }: AuthState): boolean {
  const { organizationId } = (body ?? {}) as { organizationId?: string }
  return name === 'sendMessage' && organizationId !== undefined && organizationId !== organization?.id
}

const baseQuery: BaseQueryFn<Call, unknown, Refusal, object, RequestMeta> = async (request, { getState, signal }) => {
  const session = () => (getState() as SessionState).auth
  const token = bearerOf(session())
  const meta = { name: request.name, token }
  if (isForAnother(request, session()) || (automatic.has(request.name) && isViewing()))
    return { ...otherSessionError(token), meta }
  const answer = await send(request, token, signal)
  if ('data' in answer && bearerOf(session()) !== token) return { ...otherSessionError(token), meta }
  return { ...answer, meta: 'data' in answer ? { ...meta, reply: answer.data } : meta }
}

/** The API client with all server data this member may see; features add their endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  keepUnusedDataFor: 300,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})

/**
 * Returns the action of a new connection after a lost one: every list on the screen is fetched again, and what is not on
 * the screen is dropped.
 */
export const reconnected = () => api.internalActions.onOnline()
