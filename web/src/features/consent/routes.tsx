import { lazy } from 'react'

const Screen = lazy(() => import('./OptOutsScreen.tsx'))

/** The screens of this feature: the opted-out numbers. */
export const consentRoutes = [{ path: '/dashboard/contacts/opt-outs', can: 'contacts.read', Screen }]

/** The dialog that records a consent or an opt-out, loaded on first use. */
export const LazyNoteDialog = lazy(async () => {
  const { NoteDialog } = await import('./NoteDialog.tsx')
  return { default: NoteDialog }
})
