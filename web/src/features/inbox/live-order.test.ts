import type { Message } from '@crewline/contract/messages'
import { i18n } from '@lingui/core'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../shared/api/base.ts'
import { authReducer } from '../../shared/lib/session/auth.slice.ts'
import { messageReducer } from '../../shared/lib/session/message.slice.ts'
import { authAfter, emptySession } from '../../shared/lib/session/state.ts'
import { wsReducer } from '../../shared/live/ws.slice.ts'
import { dice, shuffled } from '../../testing/dice.ts'
import { conversationRow, signedIn, text } from '../../testing/people.ts'
import './api.ts'
import { inboxLive } from './live.ts'
import { cacheEntries, type CacheStore } from './state/cache.ts'
import { shownState } from './state/message-fold.ts'

/** Answers that were read and are still on their way; each is the version the server had when it was asked. */
let answers: (() => void)[]
let stored: Message

const version = (revision: number, state: Message['state']): Message =>
  text('1', 'maria', '2026-03-03T10:00:00Z', { direction: 'out', state, revision, body: `Version ${revision}` })

/** A text that fails, is sent again twice, waits, and is delivered. */
const STATES = ['queued', 'submitted', 'failed', 'queued', 'submitting', 'unknown', 'queued', 'undelivered'] as const
const VERSIONS = [...STATES, 'scheduled', 'scheduled', 'queued', 'submitted', 'delivered'].map((state, at) =>
  version(at + 1, state as Message['state']),
)

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  answers = []
  vi.stubGlobal('fetch', () => {
    const rest = { conversation: conversationRow('maria'), hasMore: false, hasNewer: false, firstUnreadId: null }
    const body = { status: 'OK', messages: [stored], ...rest, drafts: [] }
    return new Promise<Response>((resolve) => {
      answers.push(() => resolve(Response.json(body)))
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

function page() {
  const reducer = combineReducers({
    ...{ auth: authReducer, message: messageReducer, ws: wsReducer, [api.reducerPath]: api.reducer },
  })
  const preloadedState = { auth: authAfter(signedIn('acme', 't')), message: emptySession().message }
  const made = configureStore({ reducer, preloadedState, middleware: (usual) => usual().concat(api.middleware) })
  const store = made as unknown as CacheStore
  const shown = () => {
    const [entry] = cacheEntries(store.getState(), 'thread')
    return (entry?.data?.pages[0] as { messages: Message[] } | undefined)?.messages[0]
  }
  const { thread } = api.endpoints as unknown as { thread: { initiate: (arg: object, options: object) => never } }
  const fetchThread = (options: object) => store.dispatch(thread.initiate({ id: 'maria', around: '' }, options))
  return { store, hear: inboxLive(store), shown, fetchThread }
}

const drain = () => new Promise((resolve) => setTimeout(resolve, 0))

it.each(Array.from({ length: 12 }, (_, at) => at + 1))(
  'a thread never shows an older state of a text, whatever overtakes what, with seed %d',
  async (seed) => {
    const roll = dice(seed)
    const { store, hear, shown, fetchThread } = page()
    stored = VERSIONS[0] as Message
    const isFetching = () => cacheEntries(store.getState(), 'thread').some(({ status }) => status === 'pending')
    // Kept loaded, as on a screen.
    fetchThread({})
    await vi.waitFor(() => expect(answers).toHaveLength(1), 10_000)
    answers.shift()?.()
    await vi.waitFor(() => expect(shown()).toBeDefined(), 10_000)

    let events: (() => void)[] = []
    let last = 0
    for (const next of VERSIONS.slice(1)) {
      stored = next
      const { id, contactId, state, revision, errorCode, reason } = next
      const item = { messageId: id, contactId, state, revision, errorCode, reason }
      events.push(() => hear['message-changed']?.({ message: next }))
      events.push(() => hear['message-status']?.({ items: [item] }))
      for (let step = 0; step < 3; step += 1) {
        const action = roll(3)
        if (action === 0 && !isFetching()) {
          fetchThread({ subscribe: false, forceRefetch: true })
        } else if (action === 1) answers.shift()?.()
        else {
          events = shuffled(events, roll)
          events.pop()?.()
        }
        await drain()
        await drain()
        const { revision: seen = 0, state: seenState } = shownState(shown() as Message)
        expect(seen).toBeGreaterThanOrEqual(last)
        expect(seenState).toBe(VERSIONS[seen - 1]?.state)
        last = seen
      }
    }
    for (const event of shuffled(events, roll)) event()
    await vi.waitFor(() => {
      answers.shift()?.()
      expect(isFetching()).toBe(false)
    }, 10_000)
    expect(shownState(shown() as Message)).toMatchObject({ state: 'delivered', revision: VERSIONS.length })
  },
)
