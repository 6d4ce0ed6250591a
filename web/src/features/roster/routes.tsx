import { lazy } from 'react'

const Screen = lazy(() => import('./DuplicatesScreen.tsx'))

/** The screens of this feature: contacts that may be one person. */
export const rosterRoutes = [{ path: '/dashboard/contacts/duplicates', can: 'contacts.read', Screen }]

/** Makes two contacts one, fetched when it is opened first. */
export const LazyMergeDialog = lazy(async () => {
  const { MergeDialog } = await import('./MergeDialog.tsx')
  return { default: MergeDialog }
})

/** Erases a person, fetched when it is opened first. */
export const LazyEraseDialog = lazy(async () => {
  const { EraseDialog } = await import('./EraseDialog.tsx')
  return { default: EraseDialog }
})
