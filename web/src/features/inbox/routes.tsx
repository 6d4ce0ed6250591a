import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { loadThread } from './thread/load-thread.ts'

/** Loads the code of the inbox before the click that opens it; list and thread load in parallel. */
export function loadInboxScreen() {
  void loadThread()
  return import('./InboxScreen.tsx')
}

/** The routes of the inbox. */
export const inboxRoutes = [{ path: '/dashboard/inbox', can: 'inbox.read', Screen: lazyPart(loadInboxScreen) }]
