import { lazy } from 'react'

/** What a contact will read in their language; its code comes where languages differ. */
export const LazyTranslationPreview = lazy(() => import('./TranslationPreview.tsx'))
