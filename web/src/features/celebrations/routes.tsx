import { lazy } from 'react'

const ListScreen = lazy(() => import('./CelebrationsScreen.tsx'))
const OneScreen = lazy(() => import('./CelebrationScreen.tsx'))

/** The list of celebrations, and one of them: its texts, who comes next, and who was celebrated. */
export const celebrationRoutes = [
  { path: '/dashboard/apps/birthday', can: 'broadcasts.read', Screen: ListScreen },
  { path: '/dashboard/apps/birthday/:id', can: 'broadcasts.read', Screen: OneScreen },
]
