import type { Message } from '@crewline/contract/messages'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../shared/api/base.ts'
import { authReducer, loggedOut, switchSucceeded } from '../../../shared/lib/session/auth.slice.ts'
import { groupsReducer } from '../../../shared/lib/session/groups.slice.ts'
import { conversationOpened, messageReducer } from '../../../shared/lib/session/message.slice.ts'
import { portalReducer } from '../../../shared/lib/session/portal.slice.ts'
import { authAfter, emptySession, type MessageState } from '../../../shared/lib/session/state.ts'
import { wsReducer } from '../../../shared/live/ws.slice.ts'
import { conversationRow, incoming, listLoaded, signedIn, text, threadLoaded } from '../../../testing/people.ts'
import { prefetchThread } from '../api.ts'
import { inboxLive } from '../live.ts'
import { withClientState } from './client-state.ts'

const reducer = withClientState(
  combineReducers({
    auth: authReducer,
    groups: groupsReducer,
    message: messageReducer,
    portal: portalReducer,
    ws: wsReducer,
    [api.reducerPath]: api.reducer,
  }),
)

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString()
const receipt = { messageId: '2', contactId: 'maria', errorCode: null, reason: null }
const outbound = (id: string, part: Partial<Message> = {}) =>
  text(id, 'maria', at(Number(id)), { direction: 'out', state: 'queued', ...part })

/** A page of a signed-in member; `stored` is what the browser kept of an earlier page. */
function page(stored: Partial<MessageState> = {}) {
  const store = configureStore({
    reducer,
    preloadedState: {
      auth: authAfter(signedIn('acme', 't')),
      message: { ...emptySession().message, ...stored },
    },
    // The checks of development builds take longer than the tests.
    middleware: (usual) => usual({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  })
  const session = () => store.getState().message
  return { store, session, ws: () => store.getState().ws, hear: inboxLive(store) }
}

/** A page with an open conversation and its loaded thread. */
function opened(messages: Message[] = []) {
  const made = page()
  made.store.dispatch(conversationOpened('maria'))
  made.store.dispatch(threadLoaded(conversationRow('maria'), messages))
  return made
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status: 'ERROR' }, { status: 404 })))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('message.conversations', () => {
  it('are the first 50 of the latest loaded list, without message text', () => {
    const { store, session } = page()
    store.dispatch(listLoaded(Array.from({ length: 60 }, (_, n) => conversationRow(`c${n}`))))
    expect(session().conversations).toHaveLength(50)
    expect(session().conversations[0]).toEqual({
      id: 'c0',
      name: 'Maria Lopez',
      archived: false,
      unreadCount: 0,
      lastAt: '2026-11-21T10:00:00.000Z',
    })
  })

  it('follow every change of the list', () => {
    const { store, session, hear } = page()
    store.dispatch(listLoaded([conversationRow('maria')]))
    hear.message?.(incoming('1'))
    expect(session().conversations).toMatchObject([{ id: 'maria', unreadCount: 1 }])
  })
})

describe('message.activeConversation', () => {
  it('takes its archived flag from the server, however it changed', () => {
    const { store, session, hear } = opened()
    expect(session().activeConversation).toEqual({ id: 'maria', archived: false })
    store.dispatch(threadLoaded(conversationRow('maria', { archived: true }), []))
    expect(session().activeConversation).toEqual({ id: 'maria', archived: true })
    store.dispatch(threadLoaded(conversationRow('ben', { archived: false }), []))
    expect(session().activeConversation?.archived).toBe(true)
    // A teammate reopens it, and archives it again.
    const { shared } = conversationRow('maria')
    hear['conversation-updated']?.({ contactId: 'maria', archived: false, shared })
    expect(session().activeConversation?.archived).toBe(false)
    hear['conversation-updated']?.({ contactId: 'maria', archived: true, shared })
    expect(session().activeConversation?.archived).toBe(true)
    hear['conversation-updated']?.({ contactId: 'ben', archived: false, shared })
    expect(session().activeConversation).toEqual({ id: 'maria', archived: true })
  })
})

describe('message.messages', () => {
  it('are those of the open thread, sent and received, once each and 50 at most', () => {
    const { session, hear } = opened()
    for (let n = 1; n <= 60; n += 1) hear.message?.(incoming(String(n).padStart(2, '0')))
    hear['outgoing-message']?.({ message: outbound('99') })
    hear['outgoing-message']?.({ message: outbound('99') })
    hear['outgoing-message']?.({ message: text('98', 'ben', at(98), { direction: 'out' }) })
    expect(session().messages).toHaveLength(50)
    expect(session().messages.at(-1)?.id).toBe('99')
    expect(session().messages[0]?.id).toBe('12')
  })

  it('are the very objects of the query cache and change only with it', () => {
    const { store, session } = opened([text('1', 'maria', at(1))])
    const before = session().messages
    store.dispatch({ type: 'anything' })
    store.dispatch(threadLoaded(conversationRow('ben'), [text('7', 'ben', at(7))]))
    expect(session().messages).toBe(before)
  })

  it('are empty for another conversation until its thread is loaded', () => {
    const { store, session } = opened([text('1', 'maria', at(1))])
    store.dispatch(conversationOpened('ben'))
    expect(session().messages).toEqual([])
    store.dispatch(threadLoaded(conversationRow('ben'), [text('7', 'ben', at(7))]))
    expect(session().messages.map(({ id }) => id)).toEqual(['7'])
  })

  it('are those the browser stored until the thread is loaded', () => {
    const stored = [text('1', 'maria', at(1))]
    const { store, session } = page({ activeConversation: { id: 'maria', archived: true }, messages: stored })
    store.dispatch(conversationOpened('maria'))
    expect(session()).toMatchObject({ activeConversation: { archived: true }, messages: stored })
    store.dispatch(threadLoaded(conversationRow('maria'), [text('2', 'maria', at(2))]))
    expect(session().messages.map(({ id }) => id)).toEqual(['2'])
  })

  it('are gone with the cache after a logout and a switch of the organization', () => {
    const { store, session } = opened([text('1', 'maria', at(1))])
    store.dispatch(switchSucceeded(signedIn('beta', 'tb')))
    store.dispatch(api.util.resetApiState())
    expect(session()).toEqual(emptySession().message)
    const other = opened([text('1', 'maria', at(1))])
    other.store.dispatch(loggedOut())
    expect(other.session()).toEqual(emptySession().message)
  })
})

describe('the refreshing flags', () => {
  it('are set while a thread is fetched', async () => {
    const { store, session } = page()
    const request = store.dispatch(prefetchThread('maria'))
    expect(session()).toMatchObject({ refreshingMessages: true, refreshing: false })
    await request
    expect(session().refreshingMessages).toBe(false)
  })
})

describe('ws.outgoingMessage and ws.messageStatus', () => {
  it('list the latest outbound messages and their receipts, newest last', () => {
    const { ws, hear } = opened([text('1', 'maria', at(1))])
    hear['outgoing-message']?.({ message: outbound('2') })
    expect(ws().outgoingMessage).toEqual([outbound('2')])
    expect(ws().messageStatus).toEqual([{ ...receipt, state: 'queued', revision: 0 }])
    hear['message-status']?.({ items: [{ ...receipt, state: 'delivered', revision: 2 }] })
    // A late receipt never moves a message back.
    hear['message-status']?.({ items: [{ ...receipt, state: 'sent', revision: 1 }] })
    expect(ws().messageStatus).toEqual([{ ...receipt, state: 'delivered', revision: 2 }])
    hear['outgoing-message']?.({ message: outbound('3') })
    expect(ws().outgoingMessage.map(({ id }) => id)).toEqual(['2', '3'])
  })
})
