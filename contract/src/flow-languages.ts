/** The languages in which pages and texts are written for contacts, and in which their answers are understood. */
export const flowLanguages = ['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar'] as const
export type FlowLanguage = (typeof flowLanguages)[number]

/** The name of each language in itself. */
export const AUTONYMS: Readonly<Record<FlowLanguage, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  vi: 'Tiếng Việt',
  zh: '中文',
  ht: 'Kreyòl ayisyen',
  ar: 'العربية',
}
