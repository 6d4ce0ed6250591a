// Generated from the catalogs in locales/ by scripts/extract-messages.ts; do not edit.
/** The languages of the interface. */
export const locales = ['en', 'es'] as const
