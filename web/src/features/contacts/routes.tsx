import { lazy } from 'react'

/** Preloads the contacts before the click that opens them. */
export const loadContactsScreen = () => import('./ContactsScreen.tsx')

const Screen = lazy(loadContactsScreen)
const RepairScreen = lazy(() => import('./repair/RepairScreen.tsx'))

/** The list of contacts, with one contact in a drawer, and the contacts that need a fix. */
export const contactsRoutes = [
  { path: '/dashboard/contacts/repair', can: 'contacts.edit', Screen: RepairScreen },
  { path: '/dashboard/contacts/:id?', can: 'contacts.read', Screen },
]

/** The weekly card on the dashboard, loaded after its figures. */
export const LazyWeeklyCheck = lazy(async () => {
  const { WeeklyCheck } = await import('./repair/WeeklyCheck.tsx')
  return { default: WeeklyCheck }
})

/** The contact search, loaded on first use. */
export const LazyFindContact = lazy(async () => {
  const { FindContact } = await import('./contact/FindContact.tsx')
  return { default: FindContact }
})
