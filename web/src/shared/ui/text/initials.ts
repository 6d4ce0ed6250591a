const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Letters of European alphabets without a combining mark are one grapheme. This fast path matters because every row of
 * a list computes initials.
 */
const plainStart = /^[A-Za-z\u00C0-\u024F](?![\u0300-\uFFFF])/

function firstGrapheme(word: string): string {
  if (plainStart.test(word)) return word.charAt(0)
  return graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? ''
}

/** Returns the words with a letter, number or emoji, each starting there. */
function lettered(words: string[]): string[] {
  return words
    .map((word) => word.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u, ''))
    .filter((word) => word !== '')
}

/**
 * Returns the initials of a name in any script: first letters of the first and last word, one letter for one word, ''
 * for no name. Text in parentheses, such as the last digits of an unknown number, counts only when there is nothing
 * else.
 */
export function initials(name: string): string {
  const all = name.trim().split(/\s+/u)
  const named = all.filter((word) => !/^\p{Ps}/u.test(word))
  const words = lettered(named).length > 0 ? lettered(named) : lettered(all)
  const first = words[0]
  const last = words.length > 1 ? words.at(-1) : undefined
  return (firstGrapheme(first ?? '') + firstGrapheme(last ?? '')).toLocaleUpperCase()
}

/**
 * Returns one of eight tints, always the same for the same key (use the id, so that the color stays after a name
 * change).
 */
export function tintOf(key: string): number {
  let hash = 0
  for (const character of key) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return (hash >>> 0) % 8
}
