import { lazy } from 'react'

/** Preloads the apps before the click that opens them. */
export const loadAppsScreen = () => import('./AppsScreen.tsx')

/** The gallery and the page of each app. */
export const appsRoutes = [
  { path: '/dashboard/apps', Screen: lazy(loadAppsScreen) },
  ...['signature'].map((key) => ({
    path: `/dashboard/apps/${key}`,
    Screen: lazy(() => import('./AppScreen.tsx')),
  })),
]
