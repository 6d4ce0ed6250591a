import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { loadThread } from './load-thread.ts'

/** Fetches the inbox ahead of the click that opens it; list and thread come side by side. */
export function loadInboxScreen() {
  void loadThread()
  return import('./InboxScreen.tsx')
}

/** The paths of the inbox. */
export const inboxRoutes = [{ path: '/dashboard/inbox', can: 'inbox.read', Screen: lazyPart(loadInboxScreen) }]
