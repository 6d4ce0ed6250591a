import type { Keyword } from '@crewline/contract/keywords'
import { isOneSlip, plainWords } from '../consent/index.ts'

/** A keyword for comparison with messages; `plain` is its normalized word. */
export interface Listening {
  id: string
  plain: string
  match: Keyword['match']
  reply: string
}

/** Shorter words are too close to each other: one typo may turn a word into another. */
const TYPO_MIN_LETTERS = 5

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u

/**
 * Returns the keyword that a message matches, or undefined. It compares the whole message first, then its beginning,
 * then any part, longer words before shorter ones; last, a whole message that is one typo away from exactly one keyword
 * of five letters or more.
 */
export function keywordIn(text: string, keywords: readonly Listening[]): Listening | undefined {
  const plainText = plainWords(text)
  if (plainText === '') return undefined
  const longestFirst = [...keywords].sort((a, b) => b.plain.length - a.plain.length)
  const exact = longestFirst.find((keyword) => keyword.plain === plainText)
  if (exact) return exact
  const first = longestFirst.find((keyword) => keyword.match === 'first' && startsWith(plainText, keyword.plain))
  if (first) return first
  const contained = longestFirst.find(
    (keyword) => keyword.match === 'contains' && containsWord(plainText, keyword.plain),
  )
  if (contained) return contained
  const similar = keywords.filter(
    (keyword) =>
      keyword.match === 'only' && keyword.plain.length >= TYPO_MIN_LETTERS && isOneSlip(plainText, keyword.plain),
  )
  return similar.length === 1 ? similar[0] : undefined
}

function startsWith(text: string, word: string): boolean {
  return UNSPACED.test(word) ? text.startsWith(word) : text.startsWith(`${word} `)
}

function containsWord(text: string, word: string): boolean {
  return UNSPACED.test(word) ? text.includes(word) : ` ${text} `.includes(` ${word} `)
}
