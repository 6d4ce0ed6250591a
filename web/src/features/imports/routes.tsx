// Owns the way a file of people comes in, step by step.
// Must never know messages.
import { lazy } from 'react'

const Start = lazy(() => import('./ImportsScreen.tsx'))
const Wizard = lazy(() => import('./ImportScreen.tsx'))

/** The screens of this feature: the start with the latest imports, and one import from its columns to its end. */
export const importsRoutes = [
  { path: '/dashboard/contacts/import', can: 'contacts.edit', Screen: Start },
  { path: '/dashboard/contacts/import/:id', can: 'contacts.edit', Screen: Wizard },
]
