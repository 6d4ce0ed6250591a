import { lookUp } from './phrasebook/translator.ts'
import { baseOf, hasWords } from './rules.ts'

/**
 * A translation that costs nothing: whole sentences of the phrasebook, whatever service is set up beside it; null where
 * one word of the text is not in it, or where there is none.
 */
export function translateAtOnce({ text, from, to }: { text: string; from: string; to: string }): {
  text: string
  from: string
  to: string
  provider: string
} | null {
  if (baseOf(from) === baseOf(to) || !hasWords(text)) return null
  const found = lookUp({ text, from, to })
  if (found.failed || found.untranslated.length > 0) return null
  return { text: found.text, from: baseOf(from), to: baseOf(to), provider: 'phrasebook' }
}
