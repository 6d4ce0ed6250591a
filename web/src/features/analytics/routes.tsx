import { lazy } from 'react'

/** Preloads the dashboard before the click that opens it. */
export const loadDashboardScreen = () => import('./DashboardScreen.tsx')

/** The route of the dashboard. */
export const analyticsRoutes = [{ path: '/dashboard', can: 'analytics.view', Screen: lazy(loadDashboardScreen) }]
