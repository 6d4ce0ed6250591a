import { lazy } from 'react'

/** Preloads the apps before the click that opens them. */
export const loadAppsScreen = () => import('./AppsScreen.tsx')

/** The gallery, and the page of the line that signs broadcasts. */
export const appsRoutes = [
  { path: '/dashboard/apps', Screen: lazy(loadAppsScreen) },
  { path: '/dashboard/apps/signature', Screen: lazy(() => import('./SignatureScreen.tsx')) },
]
