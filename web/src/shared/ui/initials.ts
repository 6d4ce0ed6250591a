const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Letters of European alphabets that nothing is put on top of: they are one grapheme, and every row of a list asks. */
const plainStart = /^[A-Za-z\u00C0-\u024F](?![\u0300-\uFFFF])/

function firstGrapheme(word: string): string {
  if (plainStart.test(word)) return word.charAt(0)
  return graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? ''
}

/** The words with a letter, number or picture in them, each from there on. */
function lettered(words: string[]): string[] {
  return words
    .map((word) => word.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u, ''))
    .filter((word) => word !== '')
}

/**
 * The initials of a name in any script: first letters of the first and last word, one letter for one word, '' for no name.
 * What stands in brackets, such as the last digits of a stranger's number, counts only where there is nothing else.
 */
export function initials(name: string): string {
  const all = name.trim().split(/\s+/u)
  const named = all.filter((word) => !/^\p{Ps}/u.test(word))
  const words = lettered(named).length > 0 ? lettered(named) : lettered(all)
  const first = words[0]
  const last = words.length > 1 ? words.at(-1) : undefined
  return (firstGrapheme(first ?? '') + firstGrapheme(last ?? '')).toLocaleUpperCase()
}

/** One of eight tints, always the same for the same key (use the id, so that a renamed person keeps the colour). */
export function tintOf(key: string): number {
  let hash = 0
  for (const character of key) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return (hash >>> 0) % 8
}
