import { lazy } from 'react'

/** Loads the code of the team screen before the click that opens it. */
export const loadTeamScreen = () => import('./TeamScreen.tsx')

/** The route of the team. */
export const teamRoutes = [{ path: '/dashboard/team', can: 'team.read', Screen: lazy(loadTeamScreen) }]
