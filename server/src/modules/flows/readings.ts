import { plainWords, withoutSignature } from '../consent/index.ts'
import { listOf } from './list-rules.ts'
import { COURTESIES, FILLERS, UNSPACED_FILLERS } from './words-around-rules.ts'

/** A text in the forms in which it is compared. */
export interface Written {
  /** As written, without invisible characters and signatures, and with western digits. */
  body: string
  /** Its plain words. */
  words: string
  /** The contact's language. */
  language: string
}

/** More words around a key or a label say something else. */
const WORDS_MAX = 6
/** A longer quotation repeats a message; a shorter one only puts the answer between quotation marks. */
const QUOTE_MIN = 20

/** Returns the plain words of a list. */
export const plainSet = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(plainWords))

const COURTEOUS = plainSet(COURTESIES)
const COURTESIES_BY_LENGTH = [...COURTEOUS].toSorted((a, b) => b.length - a.length)
/** Words that usually surround an answer. */
export const FILLER_WORDS = plainSet(FILLERS)
/** Words next to an answer that turn it around, or add another one. */
export const NEGATIONS = plainSet(
  listOf(
    'not, no, dont, nor, or, except, but, if, ni, nunca, pero, não, mas, non, pas, mais, không, nhưng',
    'pa, men, لا, ليس, لكن, ou, hoặc, أو',
  ),
)

/** Reads a text into the forms in which it is compared. */
export function writtenOf(text: string, language: string): Written {
  const body = westernDigits(withoutInvisible(withoutSignature(text))).trim()
  return { body, words: plainWords(body), language }
}

/** Removes zero-width characters, bidirectional marks and tags, which phones and attackers add. */
function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cf}\u034f\u115f\u1160\u3164]/gu, '').replace(/\p{Cc}+/gu, ' ')
}

/** Arabic and Persian digits are no compatibility forms of ours, unlike circled and full-width ones. */
function westernDigits(text: string): string {
  return text
    .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/gu, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('🔟', '10')
}

/** A phone that cannot show a reaction writes it out with the message it is about, such as: Liked “See you at 6?” */
export function isReaction(body: string): boolean {
  const match = /^([^"“«「『„]*)["“«「『„]([\s\S]*)["”»」』]\W*$/u.exec(body)
  if (!match) return false
  const [, before = '', quote = ''] = match
  return before.trim() !== '' && (quote.length >= QUOTE_MIN || /…$|\.\.\.$/.test(quote))
}

/** Returns whether a text consists of a courtesy, such as "thanks". */
export function isCourtesy(words: string): boolean {
  return COURTEOUS.has(words)
}

/**
 * Returns the readings of a text, most literal first: as written, without courtesies, with repeated words and letters
 * once, and without the words that usually surround an answer. Keys of answers are never left out.
 */
export function readings(words: string, keys: ReadonlySet<string>): string[] {
  const polite = withoutCourtesies(words)
  const all = polite.split(' ')
  const once = all.every((word) => word === all[0]) ? (all[0] ?? '') : polite
  const joined = all.length > 1 && all.every((word) => word.length === 1) ? all.join('') : once
  const short = joined.replace(/(\p{Letter})\1{2,}/gu, '$1')
  const spaced = short
    .replace(/^(\p{Letter}{2,})(\d{1,2})$/u, '$1 $2')
    .replace(/^(\d{1,2})(?:st|nd|rd|th|er|ere|eme|ro|do|ra|da|o)$/u, '$1')
  const found = [words, polite, once, joined, short, spaced, short.replace(UNSPACED_FILLERS, '')]
  const tokens = spaced.split(' ')
  if (
    tokens.length > 1 &&
    tokens.length <= WORDS_MAX &&
    !tokens.some((token) => NEGATIONS.has(token) && !keys.has(token))
  ) {
    const rest = tokens.filter((token) => keys.has(token) || token === 'one' || !FILLER_WORDS.has(token))
    found.push(rest.join(' '))
    if (rest.length > 1) found.push(rest.filter((token) => token !== 'one').join(' '))
  }
  return [...new Set(found)].filter((phrase) => phrase !== '')
}

function withoutCourtesies(words: string): string {
  let rest = words
  for (let isDone = false; !isDone;) {
    isDone = true
    for (const courtesy of COURTESIES_BY_LENGTH) {
      if (rest.startsWith(`${courtesy} `)) rest = rest.slice(courtesy.length + 1)
      else if (rest.endsWith(` ${courtesy}`)) rest = rest.slice(0, -courtesy.length - 1)
      else continue
      isDone = false
    }
  }
  return rest
}
