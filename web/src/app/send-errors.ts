import { call } from '../shared/api/from-contract.ts'
import { readSyncToken } from '../shared/lib/sync-key.ts'
import { createErrorReporter } from './error-reporter.ts'
import { version } from '../../package.json'

/** Delay before the first errors are sent, in ms: errors often come in groups. */
const gatherMs = 2_000

/**
 * The error reporter of this page. It bypasses the API client and ignores the response, so that a rejected report never
 * ends a session, shows a toast or is retried; `keepalive` lets a report outlive its page.
 */
const reporter = createErrorReporter({
  origin: location.origin,
  isOnline: () => navigator.onLine,
  later: (callback) => void setTimeout(callback, gatherMs),
  send(errors) {
    const { method, url, body } = call('tellErrors', { body: { version, errors } })
    const token = readSyncToken()
    fetch(`/api${url}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      credentials: 'omit',
      cache: 'no-store',
      keepalive: true,
    }).catch(() => {})
  },
})

addEventListener('online', reporter.flush)
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && reporter.flush())
addEventListener('pagehide', reporter.leave)

export const { report } = reporter
