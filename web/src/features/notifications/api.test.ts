import type { NotificationPrefs } from '@crewline/contract/notifications'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../shared/api/base.ts'
import { authReducer } from '../../shared/lib/session/auth.slice.ts'
import { authAfter } from '../../shared/lib/session/state.ts'
import { signedIn } from '../../testing/people.ts'
import { editPrefsEndpoint, prefsEndpoint } from './api.ts'

afterEach(() => void vi.unstubAllGlobals())

type Answer = (reply: object, status?: number) => void

/** A store with loaded settings, whose calls end when the test answers them. */
async function loaded(prefs: object) {
  const open: { method: string; answer: Answer }[] = []
  vi.stubGlobal(
    'fetch',
    (_url: string, { method = 'GET', signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const call = { method, answer: ((reply, status = 200) => resolve(Response.json(reply, { status }))) as Answer }
        open.push(call)
        signal?.addEventListener('abort', () => {
          open.splice(open.indexOf(call), 1)
          reject(new DOMException('ended', 'AbortError'))
        })
      }),
  )
  const store = configureStore({
    reducer: combineReducers({ auth: authReducer, [api.reducerPath]: api.reducer }),
    preloadedState: { auth: authAfter(signedIn('acme', 't')) },
    middleware: (usual) => usual().concat(api.middleware),
  })
  const answer = async (method: string, reply: object, status?: number) => {
    await vi.waitFor(() => expect(open.map((call) => call.method)).toContain(method), 10_000)
    const [call] = open.splice(
      open.findIndex((one) => one.method === method),
      1,
    )
    call?.answer(reply, status)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const read = store.dispatch(prefsEndpoint.initiate())
  await answer('GET', { status: 'OK', prefs })
  await read
  return {
    open,
    answer,
    edit: (change: Partial<NotificationPrefs>) => store.dispatch(editPrefsEndpoint.initiate(change)),
    shown: () => prefsEndpoint.select()(store.getState()).data?.prefs,
  }
}

it('keeps the second of two quick choices while what was read after the first arrives late', async () => {
  const before = { inbound: { toast: true, push: true } }
  const { open, answer, edit, shown } = await loaded(before)
  const first = { inbound: { toast: false, push: true } }
  const one = edit(first)
  await answer('PATCH', { status: 'OK', prefs: first })
  await one
  // The settings are read again, and the second choice is made before they arrive.
  await vi.waitFor(() => expect(open.map(({ method }) => method)).toEqual(['GET']), 10_000)
  const [late] = open
  const second = { inbound: { toast: false, push: false } }
  const two = edit(second)
  late?.answer({ status: 'OK', prefs: first })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(shown()).toEqual(second)
  await answer('PATCH', { status: 'OK', prefs: second })
  await two
  await answer('GET', { status: 'OK', prefs: second })
  await vi.waitFor(() => expect(shown()).toEqual(second), 10_000)
})

it('shows what is stored when the second of two quick choices is refused', async () => {
  const before = { inbound: { toast: true, push: true } }
  const { answer, edit, shown } = await loaded(before)
  const first = { inbound: { toast: false, push: true } }
  const one = edit(first)
  await answer('PATCH', { status: 'OK', prefs: first })
  await one
  const two = edit({ inbound: { toast: false, push: false } })
  await answer('PATCH', { status: 'ERROR', code: 'not_permitted', message: 'No.' }, 403)
  await two
  await answer('GET', { status: 'OK', prefs: first })
  await vi.waitFor(() => expect(shown()).toEqual(first), 10_000)
})
