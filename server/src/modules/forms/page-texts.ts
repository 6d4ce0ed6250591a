// The texts of forms that their team does not write, in the languages of contacts.
import type { FormLanguage } from '@crewline/contract/form-content'
import { ar } from './page-words/ar.ts'
import { en } from './page-words/en.ts'
import { es } from './page-words/es.ts'
import { fr } from './page-words/fr.ts'
import { ht } from './page-words/ht.ts'
import { pt } from './page-words/pt.ts'
import type { FormTexts } from './page-words/texts.ts'
import { vi } from './page-words/vi.ts'
import { zh } from './page-words/zh.ts'

const TEXTS: Record<FormLanguage, FormTexts> = { en, es, fr, pt, vi, zh, ht, ar }

/** The name of each language in itself. */
export const AUTONYMS: Record<FormLanguage, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  vi: 'Tiếng Việt',
  zh: '中文',
  ht: 'Kreyòl ayisyen',
  ar: 'العربية',
}

/** Returns the texts of a form in one language. */
export function textsIn(language: FormLanguage): FormTexts {
  return TEXTS[language]
}

/** Puts values into a text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Returns the language to show: the first known one of those wished, in the order of preference. */
export function languageOf(languages: readonly FormLanguage[], ...wished: (string | null | undefined)[]): FormLanguage {
  const tags = wished
    .flatMap((wish) => (wish ?? '').slice(0, 200).split(','))
    .map((tag) => tag.trim().toLowerCase().split(/[-;]/)[0] ?? '')
  return tags.flatMap((tag) => languages.find((language) => language === tag) ?? [])[0] ?? languages[0] ?? 'en'
}
