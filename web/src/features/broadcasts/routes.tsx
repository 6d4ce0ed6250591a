import { lazy } from 'react'

/** Preloads the broadcasts before the click that opens them. */
export const loadBroadcastsScreen = () => import('./BroadcastsScreen.tsx')

const ComposerScreen = lazy(() => import('./composer/ComposerScreen.tsx'))

/** The list of broadcasts, the editor of a draft, and one broadcast with its results. */
export const broadcastsRoutes = [
  { path: '/dashboard/broadcasts', can: 'broadcasts.read', Screen: lazy(loadBroadcastsScreen) },
  { path: '/dashboard/broadcasts/new', can: 'broadcasts.draft', Screen: ComposerScreen },
  { path: '/dashboard/broadcasts/:id/edit', can: 'broadcasts.draft', Screen: ComposerScreen },
  {
    path: '/dashboard/broadcasts/:id',
    can: 'broadcasts.read',
    Screen: lazy(() => import('./detail/DetailScreen.tsx')),
  },
]
