import { lazy } from 'react'

/** Fetches the groups ahead of the click that opens them. */
export const loadGroupsScreen = () => import('./GroupsScreen.tsx')

/** The paths of the groups: the second tab of the contacts, and one group with its people. */
export const groupsRoutes = [
  { path: '/dashboard/groups', can: 'groups.read', Screen: lazy(loadGroupsScreen) },
  { path: '/dashboard/groups/:id', can: 'groups.read', Screen: lazy(() => import('./GroupScreen.tsx')) },
]
