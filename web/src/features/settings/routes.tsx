// Owns the screen where people change what is theirs and see what is the organization's.
import { lazy } from 'react'

/** Fetches the settings ahead of the click that opens them. */
export const loadSettingsScreen = () => import('./SettingsScreen.tsx')

/** The path of the settings; everybody has some of their own. */
export const settingsRoutes = [{ path: '/dashboard/settings', Screen: lazy(loadSettingsScreen) }]
