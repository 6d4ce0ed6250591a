import { i18n } from '@lingui/core'
import { notificationsStore } from '@mantine/notifications'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outcomes } from '../../api/outcomes.ts'
import { emptySession } from '../../lib/session/state.ts'
import { toast } from './toast.tsx'

const shown = () => notificationsStore.getState().notifications.map(({ title }) => title)
const own = { title: "Couldn't save", message: 'Try again.' }
const ofServer = { title: 'Already on your team', message: 'This person is already on your team.' }

/** Handles a rejected call as the store does. */
function refuse(payload: { status: number; notification?: typeof ofServer }): unknown {
  const refusal = { code: 'x', message: '', token: null, ...payload }
  const run = outcomes(() => {})({ dispatch: (action) => action, getState: () => emptySession() })
  const meta = {
    requestId: 'r',
    requestStatus: 'rejected',
    rejectedWithValue: true,
    arg: { type: 'mutation' },
    baseQueryMeta: { name: 'invite', token: null },
  }
  run((action) => action)({ type: 'api/test/rejected', payload: refusal, error: { message: 'Rejected' }, meta })
  return refusal
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] })
  vi.unstubAllGlobals()
})

describe('a failed call', () => {
  it('shows one toast, with the words of the server', () => {
    const error = refuse({ status: 409, notification: ofServer })
    toast.failed(error, own)
    expect(shown()).toEqual([ofServer.title])
  })

  it('shows the words of its caller when the server sent none', () => {
    toast.failed(refuse({ status: 409 }), own)
    toast.failed(new Error('offline'), own)
    expect(shown()).toEqual([own.title, own.title])
  })

  it('shows nothing when its session is over, because the login page says why', () => {
    toast.failed(refuse({ status: 403 }), own)
    expect(shown()).toEqual([])
  })
})

describe('a notification that cleans the queue', () => {
  it('removes the earlier ones and keeps Undo', () => {
    toast.api(own, 'ERROR')
    toast.undo({ message: 'Archived.', onUndo: () => {} })
    toast.inApp({ type: 'success', title: 'Group updated', message: 'It is up to date.', cleanQueue: true })
    const { notifications } = notificationsStore.getState()
    expect(shown()).not.toContain(own.title)
    expect(shown()).toContain('Group updated')
    expect(notifications.some(({ id }) => id?.startsWith('undo-'))).toBe(true)
  })
})
