import type { IncomingMessage } from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import { i18n } from '@lingui/core'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../shared/api/base.ts'
import { authReducer } from '../../shared/lib/session/auth.slice.ts'
import { messageReducer } from '../../shared/lib/session/message.slice.ts'
import { authAfter, emptySession } from '../../shared/lib/session/state.ts'
import { wsReducer } from '../../shared/live/ws.slice.ts'
import { announce, announcements } from '../../shared/ui/feedback/announce.ts'
import { conversationRow, incoming, signedIn, text } from '../../testing/people.ts'
import { prefetchThread } from './api.ts'
import { hasLoadedMessage, findLoadedRow, trimThread, type CacheStore } from './state/cache.ts'
import { inboxLive } from './live.ts'

/** The data of the fake server, by path. */
let conversations: Record<string, Conversation>
let requestedUrls: string[]

function reply(url: string): Response {
  requestedUrls.push(url)
  const path = new URL(url, 'http://x').pathname
  const row = conversations[path.split('/').at(-1) ?? '']
  if (!row) return Response.json({ status: 'ERROR', code: 'not_found', message: '' }, { status: 404 })
  const { lastMessage } = row
  const messages = lastMessage ? [text(lastMessage.id, row.id, lastMessage.at)] : []
  const rest = { conversation: row, hasMore: false, hasNewer: false, firstUnreadId: null, drafts: [] }
  return Response.json({ status: 'OK', messages, ...rest })
}

function page() {
  const reducer = combineReducers({
    auth: authReducer,
    message: messageReducer,
    ws: wsReducer,
    [api.reducerPath]: api.reducer,
  })
  const preloadedState = { auth: authAfter(signedIn('acme', 't')), message: emptySession().message }
  const made = configureStore({ reducer, preloadedState, middleware: (usual) => usual().concat(api.middleware) })
  const store = made as unknown as CacheStore
  return { store, hear: inboxLive(store) }
}

const last = (id: string, preview: string): Conversation['lastMessage'] => ({
  ...{
    id,
    sortKey: id,
    preview,
    direction: 'in',
    kind: 'text',
    state: 'received',
    revision: 0,
    at: '2026-03-03T09:00:00Z',
  },
})
const settle = () => vi.waitFor(() => expect(requestedUrls.length).toBeGreaterThan(0), 10_000)
const unread = (store: CacheStore, id = 'maria') => findLoadedRow(store, id)?.unreadCount

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  conversations = { maria: conversationRow('maria') }
  requestedUrls = []
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(reply(url)))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the unread count', () => {
  async function opened() {
    const { store, hear } = page()
    await store.dispatch(prefetchThread('maria'))
    requestedUrls = []
    return { store, hear }
  }

  it('grows by one for each message, even when it arrives again', async () => {
    const { store, hear } = await opened()
    for (const id of ['1', '2', '2', '2']) hear.message?.(incoming(id))
    expect(unread(store)).toBe(2)
    expect(hasLoadedMessage(store, { id: 'maria', around: '' }, '2')).toBe(true)
  })

  it('is the count of the server after a read here or elsewhere', async () => {
    const { store, hear } = await opened()
    hear.message?.(incoming('1'))
    hear['conversation-read']?.({ contactId: 'maria', unreadCount: 0, unreadAt: null, muted: true, lastSortKey: '1' })
    expect(findLoadedRow(store, 'maria')).toMatchObject({ unreadCount: 0, muted: true })
    hear.message?.(incoming('1'))
    expect(unread(store)).toBe(0)
  })

  it('does not count a text twice that the count of a read already includes', async () => {
    const { store, hear } = await opened()
    hear.message?.(incoming('1'))
    expect(unread(store)).toBe(1)
    // Read, and then text 2: the server answers the read with a count that includes text 2.
    const counted = { unreadCount: 1, unreadAt: incoming('2').at }
    conversations = { maria: conversationRow('maria', { ...counted, lastMessage: last('2', 'Three') }) }
    hear['conversation-read']?.({ contactId: 'maria', ...counted, muted: false, lastSortKey: '2' })
    hear.message?.(incoming('2'))
    await settle()
    await vi.waitFor(() => expect(unread(store)).toBe(1), 10_000)
    hear.message?.(incoming('2'))
    expect(unread(store)).toBe(1)
  })

  it('is fetched when an older message arrives late', async () => {
    const { store, hear } = await opened()
    hear.message?.(incoming('5'))
    conversations = { maria: conversationRow('maria', { unreadCount: 7 }) }
    hear.message?.(incoming('4'))
    await settle()
    await vi.waitFor(() => expect(unread(store)).toBe(7), 10_000)
  })
})

describe('the last message of a row', () => {
  it('leaves its conversation archived when it changes, and a new message brings it back', async () => {
    const { store, hear } = page()
    const sent = text('1', 'maria', '2026-03-03T09:00:01Z', { direction: 'out', state: 'sent', revision: 1 })
    await store.dispatch(prefetchThread('maria'))
    hear['outgoing-message']?.({ message: sent })
    const { shared } = conversationRow('maria')
    hear['conversation-updated']?.({ contactId: 'maria', archived: true, shared })
    hear['message-changed']?.({ message: { ...sent, revision: 2 } })
    expect(findLoadedRow(store, 'maria')).toMatchObject({ archived: true, lastMessage: { revision: 2 } })
    hear['outgoing-message']?.({ message: { ...sent, id: '2', sortKey: '2' } })
    expect(findLoadedRow(store, 'maria')?.archived).toBe(false)
  })

  it('is refetched after a message was undone', async () => {
    const { store, hear } = page()
    conversations = { maria: conversationRow('maria', { lastMessage: last('1', 'When?') }) }
    await store.dispatch(prefetchThread('maria'))
    const ownText = text('2', 'maria', '2026-03-03T10:00:00Z', { direction: 'out', state: 'held', body: 'At six' })
    hear['outgoing-message']?.({ message: ownText })
    expect(findLoadedRow(store, 'maria')?.lastMessage?.preview).toBe('At six')
    hear['message-changed']?.({ message: { ...ownText, state: 'cancelled' } })
    await vi.waitFor(() => expect(findLoadedRow(store, 'maria')?.lastMessage?.preview).toBe('When?'), 10_000)
  })
})

describe('a thread', () => {
  async function opened() {
    const { store, hear } = page()
    await store.dispatch(prefetchThread('maria'))
    return { store, hear }
  }

  it('shows drafts of teammates, but not one’s own', async () => {
    const { store, hear } = await opened()
    const drafts = () => {
      const state = store.getState() as {
        api: { queries: Record<string, { data?: { pages: { drafts: unknown[] }[] } }> }
      }
      return Object.values(state.api.queries)[0]?.data?.pages[0]?.drafts
    }
    hear['draft-updated']?.({ contactId: 'maria', userId: 'u1', name: 'Dana Fox', body: 'Mine' })
    expect(drafts()).toEqual([])
    hear['draft-updated']?.({ contactId: 'maria', userId: 'sam', name: 'Sam Okoro', body: 'Hi' })
    expect(drafts()).toMatchObject([{ userId: 'sam', body: 'Hi' }])
    hear['draft-updated']?.({ contactId: 'maria', userId: 'sam', name: 'Sam Okoro', body: null })
    expect(drafts()).toEqual([])
  })

  it('shows the own draft on the row, from any window, until it is gone', async () => {
    const { store, hear } = page()
    await store.dispatch(prefetchThread('maria'))
    const draft = () => findLoadedRow(store, 'maria')?.draft
    hear['draft-updated']?.({ contactId: 'maria', userId: 'u1', name: 'Dana Fox', body: ' Come at\nseven' })
    expect(draft()).toBe('Come at seven')
    hear['draft-updated']?.({ contactId: 'maria', userId: 'sam', name: 'Sam Okoro', body: 'Mine is another' })
    expect(draft()).toBe('Come at seven')
    hear['draft-updated']?.({ contactId: 'maria', userId: 'u1', name: 'Dana Fox', body: null })
    expect(draft()).toBeNull()
  })

  it('applies changes of the team', async () => {
    const { store, hear } = await opened()
    const shared = {
      ...conversationRow('maria').shared,
      assignee: { userId: 'u1', firstname: 'Dana', lastname: 'Fox' },
    }
    hear['conversation-updated']?.({ contactId: 'maria', archived: true, shared })
    expect(findLoadedRow(store, 'maria')).toMatchObject({ archived: true, shared: { assignee: { userId: 'u1' } } })
  })

  it('is not trimmed while it is short', async () => {
    const { store, hear } = await opened()
    const event: IncomingMessage = incoming('1')
    hear.message?.(event)
    trimThread(store, { id: 'maria', around: '' }, 'older')
    expect(hasLoadedMessage(store, { id: 'maria', around: '' }, '1')).toBe(true)
  })
})

describe('an event that too much changed', () => {
  it('lets what is loaded be fetched again', async () => {
    const { store, hear } = page()
    await store.dispatch(prefetchThread('maria'))
    hear['conversations-updated']?.({})
    expect(findLoadedRow(store, 'maria')).toBeDefined()
    // Nothing shows this thread, so its outdated copy is dropped.
    await vi.waitFor(() => expect(findLoadedRow(store, 'maria')).toBeUndefined(), 10_000)
  })
})

describe('a text that was not delivered', () => {
  const spoken = () => announcements().polite.trim()
  const sentText = (id: string, revision: number) =>
    text(id, 'maria', `2026-03-03T09:00:0${id}Z`, { direction: 'out', state: 'sent', revision })
  const failure = { contactId: 'maria', state: 'undelivered', errorCode: null, reason: null } as const

  it('is announced once, unless a later try is shown already', async () => {
    const { store, hear } = page()
    await store.dispatch(prefetchThread('maria'))
    hear['outgoing-message']?.({ message: sentText('1', 5) })
    // Other tests of this process may have announced the same, or be about to.
    announce('The test begins.')
    await vi.waitFor(() => expect(spoken()).toBe('The test begins.'), 10_000)
    vi.useFakeTimers()
    try {
      hear['message-status']?.({ items: [{ ...failure, messageId: '1', revision: 3 }] })
      await vi.advanceTimersByTimeAsync(10_000)
      expect(spoken()).toBe('The test begins.')
      hear['message-status']?.({ items: [{ ...failure, messageId: '1', revision: 6 }] })
      await vi.advanceTimersByTimeAsync(10_000)
      expect(spoken()).toBe("A message wasn't delivered.")
    } finally {
      vi.useRealTimers()
    }
  })
})
