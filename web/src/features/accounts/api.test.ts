import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../shared/api/base.ts'
import { call } from '../../shared/api/from-contract.ts'
import { authReducer } from '../../shared/lib/session/auth.slice.ts'
import { authAfter } from '../../shared/lib/session/state.ts'
import { signedIn } from '../../testing/people.ts'
import './api.ts'

interface Request {
  method: string
  answer: (pinnedApps: string[]) => void
}
let requests: Request[]

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    const { status, user, organization, needBilling, intercomHash, features } = signedIn('acme', 't')
    return new Promise<Response>((resolve) => {
      const answer = (pinnedApps: string[]) =>
        resolve(
          Response.json({
            ...{ status, organization, needBilling, intercomHash, features, user: { ...user, pinnedApps } },
          }),
        )
      requests.push({ method: init?.method ?? 'GET', answer })
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

const endpoints = api.injectEndpoints({
  endpoints: (build) => ({
    savePins: build.mutation<unknown, string[]>({
      query: (pinnedApps) => call('editSettings', { body: { pinnedApps } }),
    }),
  }),
}).endpoints
const me = () => (api.endpoints as unknown as { me: { initiate: (arg: undefined) => never } }).me.initiate(undefined)

it('keeps pins that were saved while an earlier state of the user was being read', async () => {
  const reducer = combineReducers({ auth: authReducer, [api.reducerPath]: api.reducer })
  const preloadedState = { auth: authAfter(signedIn('acme', 't')) }
  const store = configureStore({ reducer, preloadedState, middleware: (usual) => usual().concat(api.middleware) })
  const pins = () => store.getState().auth.pinnedApps
  const asked = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count), 10_000)

  // The live event of the pin lets the user be read, and the app is unpinned before the answer.
  store.dispatch(me())
  await asked(1)
  const saving = store.dispatch(endpoints.savePins.initiate([]))
  await asked(2)
  requests[1]?.answer([])
  await saving
  expect(pins()).toEqual([])
  requests[0]?.answer(['forms'])
  await asked(3)
  expect(pins()).toEqual([])
  requests[2]?.answer(['celebrations'])
  await vi.waitFor(() => expect(pins()).toEqual(['celebrations']), 10_000)
})
