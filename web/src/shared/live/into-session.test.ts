import type { Typing } from '@crewline/contract/events'
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedIn } from '../../testing/people.ts'
import { authReducer } from '../lib/session/auth.slice.ts'
import { groupsReducer } from '../lib/session/groups.slice.ts'
import { messageReducer } from '../lib/session/message.slice.ts'
import { portalReducer } from '../lib/session/portal.slice.ts'
import { authAfter, emptySession } from '../lib/session/state.ts'
import { intoSession } from './into-session.ts'
import { wsReducer } from './ws.slice.ts'

function session() {
  const store = configureStore({
    reducer: combineReducers({
      auth: authReducer,
      groups: groupsReducer,
      message: messageReducer,
      portal: portalReducer,
      ws: wsReducer,
    }),
    preloadedState: { ...emptySession(), auth: authAfter(signedIn('acme', 't')) },
  })
  return { store, hear: intoSession(store) }
}

const typing = (part: Partial<Typing> = {}): Typing => ({
  contactId: 'maria',
  user: 'Priya Shah',
  userId: 'u2',
  isTyping: true,
  at: '',
  ...part,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('typing teammates', () => {
  it('are listed per conversation until they stop', () => {
    const { store, hear } = session()
    hear.typing?.(typing())
    hear.typing?.(typing({ userId: 'u3', user: 'Sam Okoro' }))
    hear.typing?.(typing({ contactId: 'ben' }))
    hear.typing?.(typing({ isTyping: false }))
    const { typingStatus } = store.getState().ws
    expect(Object.keys(typingStatus)).toEqual(['maria', 'ben'])
    expect(Object.values(typingStatus['maria'] ?? {}).map(({ name }) => name)).toEqual(['Sam Okoro'])
  })

  it('are removed 6 s after their last event', () => {
    const { store, hear } = session()
    hear.typing?.(typing())
    vi.advanceTimersByTime(3000)
    hear.typing?.(typing())
    vi.advanceTimersByTime(5999)
    expect(Object.keys(store.getState().ws.typingStatus)).toEqual(['maria'])
    vi.advanceTimersByTime(1)
    expect(store.getState().ws.typingStatus).toEqual({})
  })

  it.each([
    ['of oneself by id', typing({ userId: 'u1', user: 'Somebody' }), false],
    ['of oneself by name, where no id is told', typing({ userId: '', user: 'Dana Fox' }), false],
    ['of another of the same name', typing({ userId: 'u9', user: 'Dana Fox' }), true],
  ])('%s', (_description, event, isVisible) => {
    const { store, hear } = session()
    hear.typing?.(event)
    expect(Object.keys(store.getState().ws.typingStatus)).toEqual(isVisible ? ['maria'] : [])
  })
})

describe('session updates from live events', () => {
  it('include the unread counts of other organizations only', () => {
    const { store, hear } = session()
    hear['sibling-notifications']?.({ organizationId: 'beta', count: 4 })
    hear['sibling-notifications']?.({ organizationId: 'gamma', count: -1 })
    hear['sibling-notifications']?.({ organizationId: 'acme', count: 9 })
    expect(store.getState().message.siblingNotifications).toEqual({ beta: 4, gamma: 0 })
  })

  it('include usage and new voicemails', () => {
    const { store, hear } = session()
    const usage = {
      periodStart: '2026-11-01T00:00:00Z',
      periodEnd: '2026-12-01T00:00:00Z',
      segments: { used: 8120, included: 10_000, forecast: 12_000 },
      mms: { used: 4, included: 250, forecast: 6 },
      level: 'warn' as const,
    }
    hear.usage?.(usage)
    const contact = { id: 'maria', firstname: 'Maria', lastname: 'Lopez' }
    hear['new-voicemail']?.({ voicemailId: 'v', contact, durationSec: 3, at: '', unheard: 1 })
    expect(store.getState().message.messageUsage).toEqual(usage)
    expect(store.getState().ws.voicemailUpdates).toBe(1)
  })
})
