// Owns the page to which the connection page of an HR system leads back.
import { lazy } from 'react'

const Finish = lazy(() => import('./FinishScreen.tsx'))

/** The screens of this feature; the rest is a page of the settings. */
export const hrRoutes = [
  { path: '/dashboard/settings/integrations/finch', can: 'organization.manage' as const, Screen: Finish },
]
