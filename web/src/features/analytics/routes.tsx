import { lazy } from 'react'

/** Preloads the dashboard before the click that opens it. */
export const loadDashboardScreen = () => import('./DashboardScreen.tsx')

/** The routes of the dashboard and of the lists that its figures open. */
export const analyticsRoutes = [
  { path: '/dashboard', can: 'analytics.view', Screen: lazy(loadDashboardScreen) },
  {
    path: '/dashboard/analytics/messages',
    can: 'inbox.read',
    Screen: lazy(() => import('./figures/CountedMessagesScreen.tsx')),
  },
  {
    path: '/dashboard/analytics/contacts',
    can: 'contacts.read',
    Screen: lazy(() => import('./figures/CountedContactsScreen.tsx')),
  },
  {
    path: '/dashboard/analytics/off-shift',
    can: 'analytics.view',
    Screen: lazy(() => import('./offshift/OffShiftScreen.tsx')),
  },
]
