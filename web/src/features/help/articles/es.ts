import type { Articles } from './article.ts'
import { officeArticles } from './es-office.ts'
import { textingArticles } from './es-texting.ts'

/** Every article in Spanish. */
export const articles: Articles = { ...textingArticles, ...officeArticles }
