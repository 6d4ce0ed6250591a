import { lazy } from 'react'

/** Preloads the fields before the click that opens them. */
export const loadFieldsScreen = () => import('./FieldsScreen.tsx')

/** Next to the contacts, which the fields belong to. */
export const fieldsRoutes = [
  { path: '/dashboard/contacts/fields', can: 'contacts.read', Screen: lazy(loadFieldsScreen) },
]
