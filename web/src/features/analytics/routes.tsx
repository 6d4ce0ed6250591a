import { lazy } from 'react'

/** Fetches the dashboard ahead of the click that opens it. */
export const loadDashboardScreen = () => import('./DashboardScreen.tsx')

/** The path of the dashboard. */
export const analyticsRoutes = [{ path: '/dashboard', can: 'analytics.view', Screen: lazy(loadDashboardScreen) }]
