import { lazy } from 'react'

/** Fetches the team ahead of the click that opens it. */
export const loadTeamScreen = () => import('./TeamScreen.tsx')

/** The path of the team. */
export const teamRoutes = [{ path: '/dashboard/team', can: 'team.read', Screen: lazy(loadTeamScreen) }]
