// Texts that the product itself shows, in every supported language; a missing translation does not compile.
import type { Locale } from './accounts.ts'
import type { LocalizedText as CatalogText } from './localized-text.ts'

/** One text in each language of the product, or a text whose translations are in the catalogs. */
export type LocalizedText = Readonly<Record<Locale, string>> | CatalogText

/** Wraps text that users wrote, such as a group name: the same in every language. */
export function verbatim(text: string): CatalogText {
  return { id: '', message: text }
}

/** Encodes a localized text for a text column; `decodeLocalizedText` decodes it. */
export function packed(text: LocalizedText): string {
  return JSON.stringify(text)
}

/** Decodes a localized text, packed or not; an older plain string is the same in each language. */
export function decodeLocalizedText(stored: string | LocalizedText): LocalizedText {
  if (typeof stored !== 'string') return stored
  if (!/^\{"(?:en|id)":/.test(stored)) return verbatim(stored)
  return JSON.parse(stored) as LocalizedText
}
