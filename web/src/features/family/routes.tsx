// Owns what parent and child organizations share. Must not depend on the contacts of another organization.
import { lazy } from 'react'

/** Next to the contacts, whose groups and fields it shares. */
export const familyRoutes = [
  { path: '/dashboard/contacts/family', can: 'groups.read', Screen: lazy(() => import('./FamilyScreen.tsx')) },
]
