import { lazy } from 'react'

/** Preloads the list before the click that opens it. */
export const loadNewsScreen = () => import('./NewsScreen.tsx')

/** The issues of news, and one issue: its editor, translations, link, history and results. */
export const newsRoutes = [
  { path: '/dashboard/apps/newsletter', can: 'broadcasts.read', Screen: lazy(loadNewsScreen) },
  {
    path: '/dashboard/apps/newsletter/:id/:tab',
    can: 'broadcasts.read',
    Screen: lazy(() => import('./IssueScreen.tsx')),
  },
]
