import { lazy } from 'react'

/** Loads the code of the team screen before the click that opens it. */
export const loadTeamScreen = () => import('./TeamScreen.tsx')

/** The routes of the team and of those who left it. */
export const teamRoutes = [
  { path: '/dashboard/team', can: 'team.read', Screen: lazy(loadTeamScreen) },
  { path: '/dashboard/team/former', can: 'team.manage', Screen: lazy(() => import('./leavers/FormerScreen.tsx')) },
]
