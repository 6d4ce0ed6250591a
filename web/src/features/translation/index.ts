// Owns translations: of messages for the reader, and of drafts for the contact. Must never send anything.
export { previewTranslation, useTranslateMessageMutation } from './api.ts'
export { sameLanguage } from './languages.ts'
export { LazyTranslationPreview } from './lazy.tsx'
export { TranslatedBody } from './TranslatedBody.tsx'
export { useShowsOriginals } from './originals.ts'
export type { Preview } from './TranslationPreview.tsx'
export { useTranslator } from './useTranslator.ts'
export { outcomeOf } from './outcome.ts'
