// Owns the import of contact files, step by step. Must not depend on messages.
import { lazy } from 'react'

const Start = lazy(() => import('./ImportsScreen.tsx'))
const Wizard = lazy(() => import('./ImportScreen.tsx'))

/** The screens of this feature: the start with the latest imports, and the steps of one import. */
export const importsRoutes = [
  { path: '/dashboard/contacts/import', can: 'contacts.edit', Screen: Start },
  { path: '/dashboard/contacts/import/:id', can: 'contacts.edit', Screen: Wizard },
]
