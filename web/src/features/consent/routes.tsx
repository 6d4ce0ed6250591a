import { lazy } from 'react'

const Screen = lazy(() => import('./OptOutsScreen.tsx'))

/** The screens of this feature: the opted-out numbers. */
export const consentRoutes = [{ path: '/dashboard/contacts/opt-outs', can: 'contacts.read', Screen }]
