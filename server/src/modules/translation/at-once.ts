import { lookUpTranslation } from './phrasebook/translator.ts'
import { baseOf, hasWords } from './rules.ts'

/**
 * Returns a free translation: whole sentences of the phrasebook, whichever service is configured. Returns null when the
 * phrasebook lacks any part of the text, or when no translation is needed.
 */
export function translateAtOnce({ text, from, to }: { text: string; from: string; to: string }): {
  text: string
  from: string
  to: string
  provider: string
} | null {
  if (baseOf(from) === baseOf(to) || !hasWords(text)) return null
  const result = lookUpTranslation({ text, from, to })
  if (result.failed || result.untranslated.length > 0) return null
  return { text: result.text, from: baseOf(from), to: baseOf(to), provider: 'phrasebook' }
}
