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

/** Returns the texts of a form in one language. */
export function textsIn(language: FormLanguage): FormTexts {
  return TEXTS[language]
}

/** Puts values into a text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole)
}
