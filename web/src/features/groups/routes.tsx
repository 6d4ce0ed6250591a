import { lazy } from 'react'

/** Preloads the groups before the click that opens them. */
export const loadGroupsScreen = () => import('./GroupsScreen.tsx')

/** The second tab of the contacts, and one group with its contacts. */
export const groupsRoutes = [
  { path: '/dashboard/groups', can: 'groups.read', Screen: lazy(loadGroupsScreen) },
  { path: '/dashboard/groups/:id', can: 'groups.read', Screen: lazy(() => import('./GroupScreen.tsx')) },
]
