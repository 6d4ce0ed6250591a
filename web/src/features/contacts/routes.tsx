import { lazy } from 'react'

/** Preloads the contacts before the click that opens them. */
export const loadContactsScreen = () => import('./ContactsScreen.tsx')

const Screen = lazy(loadContactsScreen)

/** The list of contacts, with one contact in a drawer. */
export const contactsRoutes = [{ path: '/dashboard/contacts/:id?', can: 'contacts.read', Screen }]

/** The contact search, loaded on first use. */
export const LazyFindContact = lazy(async () => {
  const { FindContact } = await import('./contact/FindContact.tsx')
  return { default: FindContact }
})
