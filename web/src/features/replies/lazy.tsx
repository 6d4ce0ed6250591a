import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** The list of saved replies; its code loads with the first slash. */
export const LazyReplyMenu = lazyPart(() => import('./ReplyMenu.tsx'))

/** The list of merge fields; its code loads with the first brace. */
export const LazyFieldMenu = lazyPart(() => import('./FieldMenu.tsx'))

/** The form of a saved reply, loaded on demand. */
export const LazyReplyEditor = lazyPart(() => import('./ReplyEditor.tsx'))
