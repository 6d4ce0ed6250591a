import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** The translation preview; its code loads only when the languages differ. */
export const LazyTranslationPreview = lazyPart(() => import('./TranslationPreview.tsx'))
