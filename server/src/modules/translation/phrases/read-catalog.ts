import { PHRASE_LANGUAGES, PHRASES, REVIEWS, REVIEWS_OF_MORE } from './catalog.ts'
import { MORE_PHRASES } from './more-phrases.ts'
import type { Phrase } from './phrasebook.ts'
import { SAFETY_PHRASES } from './safety-catalog.ts'

/** Reads phrases in the format of catalog.ts, with the reviews of their columns. */
export function readCatalog(lines: string, reviews = REVIEWS): Phrase[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', ...cells] = line.split('|').map((cell) => cell.trim())
      const [id = '', flag] = head.split(' ')
      const texts: Phrase['texts'] = {}
      PHRASE_LANGUAGES.forEach((language, at) => {
        const text = cells[at]
        if (text) texts[language] = { text, revision: 1, review: reviews[language] }
      })
      return { id, isSafety: flag === '!', texts }
    })
}

/** The phrasebook of the product, without the phrases of organizations. */
export const shippedPhrases = [
  ...readCatalog(`${SAFETY_PHRASES.trim()}\n${PHRASES.trim()}`),
  ...readCatalog(MORE_PHRASES, REVIEWS_OF_MORE),
]
