import type { Articles } from './article.ts'
import { officeArticles } from './en-office.ts'
import { textingArticles } from './en-texting.ts'

/** Every article in English. */
export const articles: Articles = { ...textingArticles, ...officeArticles }
