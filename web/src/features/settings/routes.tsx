// Owns the frame of the settings: its list of pages and the registry of what features add to them.
import { lazy } from 'react'

/** Loads the code of the settings before the click that opens them. */
export const loadSettingsScreen = () => import('./SettingsScreen.tsx')

/** The route of the settings; every user has personal settings. */
export const settingsRoutes = [{ path: '/dashboard/settings', Screen: lazy(loadSettingsScreen) }]
