import { lazy } from 'react'

/** Preloads the list before the click that opens it. */
export const loadFormsScreen = () => import('./FormsScreen.tsx')

const NewFormScreen = lazy(() => import('./NewFormScreen.tsx'))
const FormScreen = lazy(() => import('./FormScreen.tsx'))

/** The list of forms, the templates, and one form: its questions, its link, and its answers. */
export const formsRoutes = [
  { path: '/dashboard/apps/forms', can: 'contacts.read', Screen: lazy(loadFormsScreen) },
  { path: '/dashboard/apps/forms/new', can: 'replies.manage', Screen: NewFormScreen },
  { path: '/dashboard/apps/forms/:id/:tab?', can: 'contacts.read', Screen: FormScreen },
]
