import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../shared/api/base.ts'
import { authReducer } from '../../shared/lib/session/auth.slice.ts'
import { authAfter } from '../../shared/lib/session/state.ts'
import { signedIn } from '../../testing/people.ts'
import { imports } from './api.ts'

const record = (problems: number) => ({ id: 'i1', counts: { problem: problems } })
const reply = (content: object) => Response.json({ status: 'OK', ...content })

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a correction shows its counts although an older response arrives after it', async () => {
  const older = Promise.withResolvers<Response>()
  let reads = 0
  vi.stubGlobal('fetch', (_url: string, { method }: { method: string }) => {
    if (method !== 'GET') return Promise.resolve(reply({ rows: [], import: record(1) }))
    reads += 1
    return reads === 2 ? older.promise : Promise.resolve(reply({ import: record(reads === 1 ? 2 : 1) }))
  })
  const store = configureStore({
    reducer: combineReducers({ auth: authReducer, [api.reducerPath]: api.reducer }),
    preloadedState: { auth: authAfter(signedIn('acme', 't')) },
    middleware: (usual) => usual().concat(api.middleware),
  })
  const { oneImport, correctImport } = imports.endpoints
  const shown = () => oneImport.select('i1')(store.getState()).data
  const reading = store.dispatch(oneImport.initiate('i1'))
  await reading
  expect(shown()).toEqual(record(2))

  const again = reading.refetch()
  await store.dispatch(correctImport.initiate({ id: 'i1', show: 'all', edits: [{ row: 2, skip: true }] }))
  older.resolve(reply({ import: record(2) }))
  await again
  await vi.waitFor(() => expect(reads).toBe(3), 10_000)
  await vi.waitFor(() => expect(oneImport.select('i1')(store.getState()).isSuccess).toBe(true), 10_000)
  expect(shown()).toEqual(record(1))
})
