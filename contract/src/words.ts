// What the product itself says to a person, in every language it speaks; a missing one does not compile.
import type { Locale } from './accounts.ts'

/** A sentence in each language of the product. */
export type Words = Readonly<Record<Locale, string>>

/** What people wrote themselves, such as the name of a group: the same in every language. */
export function verbatim(text: string): Words {
  return { en: text, es: text }
}

/** Words as a text column keeps them; `wordsOf` reads them again. */
export function packed(words: Words): string {
  return JSON.stringify(words)
}

/** Words that were kept packed or whole; what is older than the languages is the same in each. */
export function wordsOf(kept: string | Words): Words {
  if (typeof kept !== 'string') return kept
  if (!kept.startsWith('{"en":')) return verbatim(kept)
  return JSON.parse(kept) as Words
}

/** The words beside each field in one language. */
export function inLanguage(errors: Readonly<Record<string, Words>>, language: Locale): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, words]) => [field, words[language]]))
}
