import { configureStore } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { invalidationDelay } from './invalidation-delay.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A store whose calls end when the test answers them. */
function makeStore() {
  const calls: { name: string; answer: (data: unknown) => void }[] = []
  const api = createApi({
    baseQuery: (name: string) =>
      new Promise<{ data: unknown }>((resolve) => {
        calls.push({ name, answer: (data) => resolve({ data }) })
      }),
    tagTypes: ['Text'],
    endpoints: (build) => ({
      texts: build.query<unknown, void>({ query: () => 'texts', providesTags: ['Text'] }),
      report: build.query<unknown, void>({ query: () => 'report' }),
      edit: build.mutation<unknown, void>({ query: () => 'edit', invalidatesTags: ['Text'] }),
    }),
  })
  const { middleware, reducer } = invalidationDelay(api as never)
  const store = configureStore({
    reducer: { api: reducer as unknown as typeof api.reducer },
    middleware: (usual) => usual().concat(middleware, api.middleware),
  })
  const answer = async (name: string, data: unknown = null) => {
    const at = calls.findIndex((call) => call.name === name)
    calls.splice(at, 1)[0]?.answer(data)
    await vi.advanceTimersByTimeAsync(0)
  }
  const openCalls = () => calls.map(({ name }) => name)
  const shown = () => api.endpoints.texts.select()(store.getState()).data
  return { api, store, answer, openCalls, shown }
}

it('fetches a list a second after a live event when another call stays open', async () => {
  const { api, store, answer, openCalls, shown } = makeStore()
  void store.dispatch(api.endpoints.texts.initiate())
  void store.dispatch(api.endpoints.report.initiate())
  await answer('texts', 'before')
  store.dispatch(api.util.invalidateTags(['Text']))
  await vi.advanceTimersByTimeAsync(999)
  expect(openCalls()).toEqual(['report'])
  await vi.advanceTimersByTimeAsync(1)
  expect(openCalls()).toEqual(['report', 'texts'])
  await answer('texts', 'after')
  expect(shown()).toBe('after')
  // It was fetched once: nothing is left to do when the slow call ends.
  await answer('report')
  expect(openCalls()).toEqual([])
})

it('fetches a list a second after a change of the member when another call stays open', async () => {
  const { api, store, answer, openCalls } = makeStore()
  void store.dispatch(api.endpoints.texts.initiate())
  void store.dispatch(api.endpoints.report.initiate())
  await answer('texts')
  void store.dispatch(api.endpoints.edit.initiate())
  await answer('edit')
  expect(openCalls()).toEqual(['report'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(openCalls()).toEqual(['report', 'texts'])
})

it('fetches a list again when its first answer may be from before the change', async () => {
  const { api, store, answer, openCalls, shown } = makeStore()
  void store.dispatch(api.endpoints.texts.initiate())
  void store.dispatch(api.endpoints.report.initiate())
  store.dispatch(api.util.invalidateTags(['Text']))
  await vi.advanceTimersByTimeAsync(1_000)
  await answer('texts', 'before')
  expect(openCalls()).toEqual(['report', 'texts'])
  await answer('texts', 'after')
  expect(shown()).toBe('after')
  await answer('report')
  expect(openCalls()).toEqual([])
})

it('fetches a list again when a later answer may be from before the change', async () => {
  const { api, store, answer, openCalls, shown } = makeStore()
  void store.dispatch(api.endpoints.texts.initiate())
  await answer('texts', 'first')
  void store.dispatch(api.endpoints.texts.initiate(undefined, { forceRefetch: true }))
  store.dispatch(api.util.invalidateTags(['Text']))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(openCalls()).toEqual(['texts'])
  await answer('texts', 'before')
  expect(openCalls()).toEqual(['texts'])
  await answer('texts', 'after')
  expect(shown()).toBe('after')
  expect(openCalls()).toEqual([])
})

it('fetches a list at once, and once, when the open calls end soon', async () => {
  const { api, store, answer, openCalls } = makeStore()
  void store.dispatch(api.endpoints.texts.initiate())
  void store.dispatch(api.endpoints.report.initiate())
  await answer('texts')
  store.dispatch(api.util.invalidateTags(['Text']))
  await vi.advanceTimersByTimeAsync(500)
  await answer('report')
  expect(openCalls()).toEqual(['texts'])
  await vi.advanceTimersByTimeAsync(2_000)
  await answer('texts')
  expect(openCalls()).toEqual([])
})
