import { lazy } from 'react'

/** Fetches the contacts ahead of the click that opens them. */
export const loadContactsScreen = () => import('./ContactsScreen.tsx')

const Screen = lazy(loadContactsScreen)

/** The paths of the contacts: the list, and one of them in its drawer. */
export const contactsRoutes = [{ path: '/dashboard/contacts/:id?', can: 'contacts.read', Screen }]

/** The search for a person, fetched when it is opened first. */
export const LazyFindPerson = lazy(async () => {
  const { FindPerson } = await import('./FindPerson.tsx')
  return { default: FindPerson }
})
