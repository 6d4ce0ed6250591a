import type { Keyword } from '@crewline/contract/keywords'
import { isOneSlip, plainWords } from '../consent/index.ts'

/** A keyword as texts are compared with it: `plain` is its word, folded. */
export interface Listening {
  id: string
  plain: string
  match: Keyword['match']
  reply: string
}

/** Shorter words are too near to each other: a slip in one may be another word. */
const SLIP_FROM_LETTERS = 5

/** Words of these scripts are written without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u

/**
 * The keyword a text means, or undefined: the whole text first, then its beginning, then anywhere in it, longer words before
 * shorter ones; last a whole text that is one slip away from exactly one keyword of five letters or more.
 */
export function keywordIn(text: string, keywords: readonly Listening[]): Listening | undefined {
  const said = plainWords(text)
  if (said === '') return undefined
  const longestFirst = [...keywords].sort((a, b) => b.plain.length - a.plain.length)
  const whole = longestFirst.find((one) => one.plain === said)
  if (whole) return whole
  const first = longestFirst.find((one) => one.match === 'first' && startsWith(said, one.plain))
  if (first) return first
  const within = longestFirst.find((one) => one.match === 'contains' && holds(said, one.plain))
  if (within) return within
  const near = keywords.filter(
    (one) => one.match === 'only' && one.plain.length >= SLIP_FROM_LETTERS && isOneSlip(said, one.plain),
  )
  return near.length === 1 ? near[0] : undefined
}

function startsWith(said: string, word: string): boolean {
  return UNSPACED.test(word) ? said.startsWith(word) : said.startsWith(`${word} `)
}

function holds(said: string, word: string): boolean {
  return UNSPACED.test(word) ? said.includes(word) : ` ${said} `.includes(` ${word} `)
}
