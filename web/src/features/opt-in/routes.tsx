import { lazy } from 'react'

/** Preloads the list before the click that opens it. */
export const loadOptInScreen = () => import('./OptInPagesScreen.tsx')

const EditorScreen = lazy(() => import('./OptInPageScreen.tsx'))

/** The list of opt-in pages, and one page: its editor, its link, and who joined. */
export const optInRoutes = [
  { path: '/dashboard/apps/contactoptin', can: 'contacts.read', Screen: lazy(loadOptInScreen) },
  { path: '/dashboard/apps/contactoptin/:id', can: 'contacts.read', Screen: EditorScreen },
]
