/** The languages of contacts that forms and filters offer, as BCP 47. */
export const contactLanguages: readonly string[] = ['en', 'es', 'fr', 'pt', 'vi', 'zh', 'ht', 'ar']
