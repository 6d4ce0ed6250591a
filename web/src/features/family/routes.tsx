// Owns what parent and child organizations share.
// Must never know another organization's people.
import { lazy } from 'react'

/** The path of the family, beside the contacts whose groups and fields it is about. */
export const familyRoutes = [
  { path: '/dashboard/contacts/family', can: 'groups.read', Screen: lazy(() => import('./FamilyScreen.tsx')) },
]
