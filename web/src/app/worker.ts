import { switchTo } from '../features/organizations/index.ts'
import { navigationAsked } from '../shared/live/ws.slice.ts'
import type { AppStore } from './store.ts'

/** What the service worker asks for when a push message is clicked. */
interface Asked {
  kind: 'open'
  path: string
  organizationId: string
}

function isAsked(value: unknown): value is Asked {
  const one = value as Partial<Asked> | null
  return one?.kind === 'open' && typeof one.path === 'string' && typeof one.organizationId === 'string'
}

/** Goes where a push message leads; into another organization first, when it is of another. */
function follow(store: AppStore, { path, organizationId }: Asked): void {
  if (!path.startsWith('/dashboard')) return
  const go = () => void store.dispatch(navigationAsked(path))
  const current = store.getState().auth.organization?.id
  if (organizationId === '' || organizationId === current) go()
  else void switchTo(store, organizationId, { onOpened: go, onFailed: () => {} })
}

/** Registers the service worker, which opens the app without a network and shows push messages, and does what it asks. */
export function followWorker(store: AppStore): void {
  const asked = new URLSearchParams(location.search).get('organization')
  if (asked) {
    const here = new URL(location.href)
    here.searchParams.delete('organization')
    history.replaceState(history.state, '', here)
    follow(store, { kind: 'open', path: here.pathname + here.search, organizationId: asked })
  }
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (!isAsked(data)) return
    // Without this word the worker loads the page anew at that place.
    ports[0]?.postMessage('taken')
    follow(store, data)
  })
  // Without it everything works but the app does not open offline: not worth a word.
  navigator.serviceWorker.register('/sw.js').catch(() => {})
}
