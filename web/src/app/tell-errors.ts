import { call } from '../shared/api/from-contract.ts'
import { readSyncToken } from '../shared/lib/sync-key.ts'
import { makeTeller } from './error-teller.ts'
import { version } from '../../package.json'

/** When the first of some errors is told, in ms: they seldom come alone. */
const gatherMs = 2_000

/**
 * The teller of this page. It asks around everything else: an answer is not looked at, so that no refusal of a report ends
 * a session, shows a toast or is tried again, and a report outlives the page that sent it.
 */
const teller = makeTeller({
  origin: location.origin,
  isOnline: () => navigator.onLine,
  later: (act) => void setTimeout(act, gatherMs),
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

addEventListener('online', teller.flush)
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && teller.flush())
addEventListener('pagehide', teller.leave)

export const { tell } = teller
