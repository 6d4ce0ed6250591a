import { lazy } from 'react'

/** Fetches the groups ahead of the click that opens them. */
export const loadGroupsScreen = () => import('./GroupsScreen.tsx')

/** The path of the groups: the second tab of the contacts. */
export const groupsRoutes = [{ path: '/dashboard/groups', can: 'groups.read', Screen: lazy(loadGroupsScreen) }]
