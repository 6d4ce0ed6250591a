import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, expect, it, vi } from 'vitest'
import { signedIn } from '../../testing/people.ts'
import { authReducer } from '../lib/session/auth.slice.ts'
import { authAfter } from '../lib/session/state.ts'
import { api, reconnected } from './base.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('fetches again what the page shows after a reconnect, and drops the rest', async () => {
  let fetches = 0
  vi.stubGlobal('fetch', () => {
    fetches += 1
    return Promise.resolve(Response.json({ status: 'OK', count: fetches }))
  })
  const calls = api.injectEndpoints({
    endpoints: (build) => ({
      counted: build.query<{ count: number }, string>({
        query: (url) => ({ name: 'me', method: 'GET', url }) as never,
      }),
    }),
  })
  const reducer = combineReducers({ auth: authReducer, [api.reducerPath]: api.reducer })
  const store = configureStore({
    reducer,
    preloadedState: { auth: authAfter(signedIn('acme', 't')) },
    middleware: (usual) => usual().concat(api.middleware),
  })
  await store.dispatch(calls.endpoints.counted.initiate('/shown'))
  await store.dispatch(calls.endpoints.counted.initiate('/gone', { subscribe: false }))
  store.dispatch(reconnected())
  const countAt = (url: string) => calls.endpoints.counted.select(url)(store.getState()).data?.count
  await vi.waitFor(() => expect(countAt('/shown')).toBe(3), 10_000)
  expect(countAt('/gone')).toBeUndefined()
})
