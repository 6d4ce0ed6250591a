// Owns messages to many contacts at once.
import { lazy } from 'react'

/** Preloads the broadcasts before the click that opens them. */
export const loadBroadcastsScreen = () => import('./BroadcastsScreen.tsx')

/** The route of the broadcasts. */
export const broadcastsRoutes = [{ path: '/dashboard/broadcasts', Screen: lazy(loadBroadcastsScreen) }]
