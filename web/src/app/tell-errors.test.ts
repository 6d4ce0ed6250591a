import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportError, reportErrorsTo } from '../shared/lib/report-error.ts'
import { watchErrors } from './watch-errors.ts'

const heard = new Map<string, (event: unknown) => void>()
const asked: { url: string; init: Omit<RequestInit, 'body'> & { body: string } }[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  const addEventListener = (name: string, hear: (event: unknown) => void) => heard.set(name, hear)
  vi.stubGlobal('addEventListener', addEventListener)
  vi.stubGlobal('document', { addEventListener, visibilityState: 'visible', cookie: '' })
  vi.stubGlobal('location', { origin: 'https://crew.example', pathname: '/dashboard/inbox' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', { getItem: () => 'token-of-somebody' })
  vi.stubGlobal('fetch', (url: string, init: (typeof asked)[number]['init']) => {
    asked.push({ url, init })
    return answer()
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  reportErrorsTo(() => {})
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a page that is watched', () => {
  it('tells of what nobody caught as it goes, by a request that outlives it, and looks at no answer', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    watchErrors(() => 'inbox')
    heard.get('error')?.({ error: new RangeError('Rosalinda') })
    heard.get('unhandledrejection')?.({ reason: { code: 'offline', message: 'Rosalinda' } })
    heard.get('error')?.({ error: null, message: 'ResizeObserver loop' })
    await vi.waitFor(() => expect(heard.has('pagehide')).toBe(true))
    await new Promise((resolve) => setTimeout(resolve))
    heard.get('pagehide')?.({})
    expect(asked.length).toBe(1)
    const [{ url, init } = { url: '', init: { body: '' } }] = asked
    expect(url).toBe('/api/errors')
    expect(init).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' })
    expect(init.headers).toMatchObject({ authorization: 'Bearer token-of-somebody' })
    const { version, errors } = JSON.parse(init.body) as { version: string; errors: { type: string }[] }
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
    expect(errors).toMatchObject([
      { what: 'an error nobody caught', type: 'RangeError', page: 'inbox', times: 1 },
      { what: 'a promise nobody caught', type: 'Error', code: 'offline' },
    ])
    expect(init.body).not.toContain('Rosalinda')
    // That it did not arrive is met by nobody: it is not sent again, and the run would fail by a promise nobody caught.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked.length).toBe(1)
  })

  it('is told of in the console too, where the browser alone sees what an error says', () => {
    watchErrors(() => 'inbox')
    const error = new Error('Rosalinda')
    reportError('storage could not be read: x', error)
    expect(console.warn).toHaveBeenCalledWith('reported', 'storage could not be read: x', error)
  })
})
