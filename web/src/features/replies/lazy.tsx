import { lazy } from 'react'

/** The list of saved replies; its code comes with the first slash. */
export const LazyReplyMenu = lazy(() => import('./ReplyMenu.tsx'))

/** The list of merge fields; its code comes with the first brace. */
export const LazyFieldMenu = lazy(() => import('./FieldMenu.tsx'))

/** The form of a saved reply. */
export const LazyReplyEditor = lazy(() => import('./ReplyEditor.tsx'))
