import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportError, reportErrorsTo } from '../shared/lib/report-error.ts'
import { watchErrors } from './watch-errors.ts'

const listeners = new Map<string, (event: unknown) => void>()
const requests: { url: string; init: Omit<RequestInit, 'body'> & { body: string } }[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  const addEventListener = (name: string, listener: (event: unknown) => void) => listeners.set(name, listener)
  vi.stubGlobal('addEventListener', addEventListener)
  vi.stubGlobal('document', { addEventListener, visibilityState: 'visible', cookie: '' })
  vi.stubGlobal('location', { origin: 'https://crew.example', pathname: '/dashboard/inbox' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', { getItem: () => 'token-of-another-user' })
  vi.stubGlobal('fetch', (url: string, init: (typeof requests)[number]['init']) => {
    requests.push({ url, init })
    return answer()
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  reportErrorsTo(() => {})
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a page with error reporting', () => {
  it('reports uncaught errors when the page closes, in a keepalive request without reading the response', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    watchErrors(() => 'inbox')
    listeners.get('error')?.({ error: new RangeError('Rosalinda') })
    listeners.get('unhandledrejection')?.({ reason: { code: 'offline', message: 'Rosalinda' } })
    listeners.get('error')?.({ error: null, message: 'ResizeObserver loop' })
    await vi.waitFor(() => expect(listeners.has('pagehide')).toBe(true), 10_000)
    await new Promise((resolve) => setTimeout(resolve))
    listeners.get('pagehide')?.({})
    expect(requests.length).toBe(1)
    const [{ url, init } = { url: '', init: { body: '' } }] = requests
    expect(url).toBe('/api/errors')
    expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' })
    expect(init.headers).toMatchObject({ authorization: 'Bearer token-of-another-user' })
    const { version, errors } = JSON.parse(init.body) as { version: string; errors: { type: string }[] }
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
    expect(errors).toMatchObject([
      { what: 'an uncaught error', type: 'RangeError', page: 'inbox', times: 1 },
      { what: 'an unhandled promise rejection', type: 'Error', code: 'offline' },
    ])
    expect(init.body).not.toContain('Rosalinda')
    // The failed request is not sent again, and its rejection is handled: an unhandled one would fail the test run.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(requests.length).toBe(1)
  })

  it('logs errors in the console too, with the message that only the browser sees', () => {
    watchErrors(() => 'inbox')
    const error = new Error('Rosalinda')
    reportError('storage could not be read: x', error)
    expect(console.warn).toHaveBeenCalledWith('reported', 'storage could not be read: x', error)
  })
})
