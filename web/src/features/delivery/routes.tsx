import { lazy } from 'react'

const RestoreScreen = lazy(() => import('./restore/RestoreScreen.tsx'))

/** The screens of this feature: the review after a restore. */
export const deliveryRoutes = [{ path: '/dashboard/restore', can: 'lines.manage', Screen: RestoreScreen }]
