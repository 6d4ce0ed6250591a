import { lazy } from 'react'

const Screen = lazy(() => import('./OptOutsScreen.tsx'))

/** The screens of this feature: the numbers that must not be texted. */
export const consentRoutes = [{ path: '/dashboard/contacts/opt-outs', can: 'contacts.read', Screen }]
