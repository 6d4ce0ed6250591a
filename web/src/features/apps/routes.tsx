import { lazy } from 'react'

/** Fetches the apps ahead of the click that opens them. */
export const loadAppsScreen = () => import('./AppsScreen.tsx')

/** The paths of the apps: all of them, and each one's own page. */
export const appsRoutes = [
  { path: '/dashboard/apps', Screen: lazy(loadAppsScreen) },
  ...['newsletter', 'signature', 'forms', 'birthday', 'contactoptin'].map((key) => ({
    path: `/dashboard/apps/${key}`,
    Screen: lazy(() => import('./AppScreen.tsx')),
  })),
]
