import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** What a contact will read in their language; its code comes where languages differ. */
export const LazyTranslationPreview = lazyPart(() => import('./TranslationPreview.tsx'))
