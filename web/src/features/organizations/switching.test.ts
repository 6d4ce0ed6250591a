import { SWITCH_WATCHDOG_MS } from '@crewline/contract/limits'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedIn } from '../../testing/people.ts'
import { api } from '../../shared/api/base.ts'
import { call, type Reply } from '../../shared/api/from-contract.ts'
import { outcomes } from '../../shared/api/outcomes.ts'
import { authReducer, loggedOut } from '../../shared/lib/session/auth.slice.ts'
import { groupsReducer, inboxGroupsSelected } from '../../shared/lib/session/groups.slice.ts'
import { messageReducer, siblingCountReceived } from '../../shared/lib/session/message.slice.ts'
import { portalReducer } from '../../shared/lib/session/portal.slice.ts'
import { authAfter, emptySession } from '../../shared/lib/session/state.ts'
import { wsReducer } from '../../shared/live/ws.slice.ts'
import { switchTo } from './switching.ts'

const withList = api.injectEndpoints({
  endpoints: (build) => ({
    someList: build.query<Reply<'conversations'>, void>({ query: () => call('conversations', { query: {} }) }),
  }),
})

let requests: { url: string; token: string; body: string; answer: (status: number, body: unknown) => void }[]
let received: string[]

function page() {
  const store = configureStore({
    reducer: combineReducers({
      auth: authReducer,
      groups: groupsReducer,
      message: messageReducer,
      portal: portalReducer,
      ws: wsReducer,
      [api.reducerPath]: api.reducer,
    }),
    preloadedState: { ...emptySession(), auth: authAfter(signedIn('acme', 'ta')) },
    middleware: (usual) =>
      usual().concat(
        outcomes(() => received.push('dead')),
        api.middleware,
      ),
  })
  const open = (id: string) =>
    switchTo(store, id, {
      onOpened: () => received.push(`opened in ${store.getState().auth.organization?.id}`),
      onFailed: () => received.push('failed'),
    })
  return { store, open }
}

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  received = []
  vi.stubGlobal('fetch', (url: string, init: { headers: Record<string, string>; body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    requests.push({
      url,
      token: init.headers['authorization'] ?? '',
      body: init.body,
      answer: (status, body) => resolve(Response.json(body, { status })),
    })
    return promise
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('switching the organization', () => {
  it('sends one request, covers the page meanwhile, and replaces the session and all caches', async () => {
    const { store, open } = page()
    void store.dispatch(withList.endpoints.someList.initiate())
    await vi.advanceTimersByTimeAsync(0)
    requests[0]?.answer(200, { status: 'OK', data: [] })
    await vi.advanceTimersByTimeAsync(0)
    expect(Object.keys(store.getState().api.queries)).toHaveLength(1)
    store.dispatch(inboxGroupsSelected(['g']))
    store.dispatch(siblingCountReceived({ organizationId: 'beta', count: 3 }))
    store.dispatch(siblingCountReceived({ organizationId: 'gamma', count: 2 }))

    void open('beta')
    void open('gamma')
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().auth).toMatchObject({ switchingOrg: true, orgSwitchOverlay: true })
    expect(requests.slice(1)).toMatchObject([
      { url: '/api/user/switch-org', token: 'Bearer ta', body: '{"organizationId":"beta"}' },
    ])

    const reply = signedIn('beta', 'tb')
    requests[1]?.answer(200, reply)
    await vi.advanceTimersByTimeAsync(0)
    const { auth, groups, message, api: cache } = store.getState()
    expect(auth).toEqual(authAfter(reply))
    expect(groups.inboxSelectedGroups).toEqual([])
    expect(message.siblingNotifications).toEqual({ beta: 0, gamma: 2 })
    expect(Object.keys(cache.queries)).toEqual([])
    expect(received).toEqual(['opened in acme'])
  })

  it.each(['', 'acme'])('sends no request when the target is %j', async (target) => {
    const { store, open } = page()
    await open(target)
    expect(requests).toEqual([])
    expect(store.getState().auth.switchingOrg).toBe(false)
  })

  it.each([409, 404, 500, 422])(
    'lifts the overlay with a message and changes nothing when refused with %i',
    async (status) => {
      const { store, open } = page()
      const before = store.getState().auth
      void open('beta')
      await vi.advanceTimersByTimeAsync(0)
      requests[0]?.answer(status, { status: 'ERROR', code: 'bug', notification: { title: 'T', message: 'M' } })
      await vi.advanceTimersByTimeAsync(0)
      expect(store.getState().auth).toEqual(before)
      expect(received).toEqual(['failed'])
    },
  )

  it('fails after 15 s without a response instead of staying covered', async () => {
    const { store, open } = page()
    void open('beta')
    await vi.advanceTimersByTimeAsync(SWITCH_WATCHDOG_MS - 1)
    expect(store.getState().auth.orgSwitchOverlay).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.getState().auth).toMatchObject({ switchingOrg: false, orgSwitchOverlay: false, token: 'ta' })
    expect(received).toEqual(['failed'])
    requests[0]?.answer(200, signedIn('beta', 'tb'))
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().auth).toMatchObject({ token: 'tb', organization: { id: 'beta' } })
  })

  it('stops when the session ends: a user who logged out meanwhile stays logged out', async () => {
    const { store, open } = page()
    void open('beta')
    await vi.advanceTimersByTimeAsync(0)
    store.dispatch(loggedOut())
    requests[0]?.answer(200, signedIn('beta', 'tb'))
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().auth).toEqual(emptySession().auth)
    expect(received).toEqual([])
  })

  it('drops responses to requests of the previous organization', async () => {
    const { store, open } = page()
    const request = store.dispatch(withList.endpoints.someList.initiate())
    void open('beta')
    await vi.advanceTimersByTimeAsync(0)
    requests[1]?.answer(200, signedIn('beta', 'tb'))
    await vi.advanceTimersByTimeAsync(0)
    requests[0]?.answer(200, { status: 'OK', data: ['of acme'] })
    await vi.advanceTimersByTimeAsync(0)
    expect((await request).data).toBeUndefined()
    expect(JSON.stringify(store.getState())).not.toContain('of acme')
  })
})
