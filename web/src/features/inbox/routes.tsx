import { lazy } from 'react'

/** Fetches the inbox ahead of the click that opens it. */
export const loadInboxScreen = () => import('./InboxScreen.tsx')

/** The paths of the inbox. */
export const inboxRoutes = [{ path: '/dashboard/inbox', can: 'inbox.read', Screen: lazy(loadInboxScreen) }]
