// Owns messages to many people at once.
import { lazy } from 'react'

/** Fetches the broadcasts ahead of the click that opens them. */
export const loadBroadcastsScreen = () => import('./BroadcastsScreen.tsx')

/** The path of the broadcasts. */
export const broadcastsRoutes = [{ path: '/dashboard/broadcasts', Screen: lazy(loadBroadcastsScreen) }]
