import { lazy } from 'react'

const Screen = lazy(() => import('./DuplicatesScreen.tsx'))

/** The screens of this feature: possible duplicates. */
export const privacyRoutes = [{ path: '/dashboard/contacts/duplicates', can: 'contacts.read', Screen }]

/** The merge dialog, loaded on first use. */
export const LazyMergeDialog = lazy(async () => {
  const { MergeDialog } = await import('./MergeDialog.tsx')
  return { default: MergeDialog }
})

/** The erase dialog, loaded on first use. */
export const LazyEraseDialog = lazy(async () => {
  const { EraseDialog } = await import('./EraseDialog.tsx')
  return { default: EraseDialog }
})
