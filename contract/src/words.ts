// Texts that the product itself shows: as values, and as stored in a column.
import type { LocalizedText } from './localized-text.ts'

export type { LocalizedText } from './localized-text.ts'

/** Wraps text that users wrote, such as a group name: the same in every language. */
export function verbatim(text: string): LocalizedText {
  return { id: '', message: text }
}

/** Encodes a localized text for a text column; `decodeLocalizedText` decodes it. */
export function packed(text: LocalizedText): string {
  return JSON.stringify(text)
}

/** Decodes a localized text, packed or not; an older plain string is the same in each language. */
export function decodeLocalizedText(stored: string | LocalizedText): LocalizedText {
  if (typeof stored !== 'string') return stored
  if (!stored.startsWith('{"id":')) return verbatim(stored)
  return JSON.parse(stored) as LocalizedText
}
