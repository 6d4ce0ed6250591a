import { lazy } from 'react'

/** Fetches the fields ahead of the click that opens them. */
export const loadFieldsScreen = () => import('./FieldsScreen.tsx')

/** The path of the fields, beside the contacts they are about. */
export const fieldsRoutes = [
  { path: '/dashboard/contacts/fields', can: 'contacts.read', Screen: lazy(loadFieldsScreen) },
]
