// Texts that the product itself shows, in every supported language; a missing translation does not compile.
import type { Locale } from './accounts.ts'

/** One text in each language of the product. */
export type LocalizedText = Readonly<Record<Locale, string>>

/** Wraps text that users wrote, such as a group name: the same in every language. */
export function verbatim(text: string): LocalizedText {
  return { en: text, es: text }
}

/** Encodes a localized text for a text column; `wordsOf` decodes it. */
export function packed(text: LocalizedText): string {
  return JSON.stringify(text)
}

/** Decodes a localized text, packed or not; an older plain string is the same in each language. */
export function decodeLocalizedText(stored: string | LocalizedText): LocalizedText {
  if (typeof stored !== 'string') return stored
  if (!stored.startsWith('{"en":')) return verbatim(stored)
  return JSON.parse(stored) as LocalizedText
}

/** Picks one language for the error of each field. */
export function inLanguage(errors: Readonly<Record<string, LocalizedText>>, language: Locale): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, text[language]]))
}
