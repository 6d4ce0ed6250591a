import { switchTo } from '../features/organizations/index.ts'
import { navigationAsked } from '../shared/live/ws.slice.ts'
import type { AppStore } from './store.ts'

/** Message of the service worker after a click on a push message. */
interface OpenRequest {
  kind: 'open'
  path: string
  organizationId: string
}

function isOpenRequest(value: unknown): value is OpenRequest {
  const request = value as Partial<OpenRequest> | null
  return request?.kind === 'open' && typeof request.path === 'string' && typeof request.organizationId === 'string'
}

/** Opens the path of a push message, after switching to its organization if it is another one. */
function follow(store: AppStore, { path, organizationId }: OpenRequest): void {
  if (!path.startsWith('/dashboard')) return
  const go = () => void store.dispatch(navigationAsked(path))
  const current = store.getState().auth.organization?.id
  if (organizationId === '' || organizationId === current) go()
  else void switchTo(store, organizationId, { onOpened: go, onFailed: () => {} })
}

/**
 * Registers the service worker, which opens the app offline and shows push messages, and opens the pages it requests.
 */
export function followServiceWorker(store: AppStore): void {
  const requestedOrganizationId = new URLSearchParams(location.search).get('organization')
  if (requestedOrganizationId) {
    const here = new URL(location.href)
    here.searchParams.delete('organization')
    history.replaceState(history.state, '', here)
    follow(store, { kind: 'open', path: here.pathname + here.search, organizationId: requestedOrganizationId })
  }
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (!isOpenRequest(data)) return
    // Without this reply the service worker reloads the page at that path.
    ports[0]?.postMessage('taken')
    follow(store, data)
  })
  // Without the service worker only the offline start is missing, so the failure is not reported.
  navigator.serviceWorker.register('/sw.js').catch(() => {})
}
