import { folded } from '../../kernel/text.ts'

/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u
const APOSTROPHE = /['\u2018\u2019\u02bc\u0060\u00b4]/
const LETTER = /[\p{L}\p{N}]/u
const PICTURE = /\p{Extended_Pictographic}/u

/** Longer words are found by their first characters. */
const WORD_MAX = 60
/**
 * The maximum number of distinct words indexed per message; a message has at most 1,600 characters, a transcript may
 * have more.
 */
const WORDS_MAX = 1500
/** A shorter prefix matches too many words, so it is checked only against the hits of the other words. */
const BEGINNING_MIN = 3

/** A run of letters, or of characters written without spaces. */
interface Run {
  text: string
  isUnspaced: boolean
}

/** A parsed phrase: every run must be present, the last one as the beginning of a word. */
export interface SearchTerms {
  runs: Run[]
  /** For PostgreSQL's `@@` operator. */
  query: string
  /** Whether every match of the query is a hit, without a second check of its words. */
  isExact: boolean
}

/**
 * Returns the index entries of a text: its normalized words, and every two neighboring characters for scripts without
 * spaces.
 */
export function extractTerms(text: string): string[] {
  const terms = new Set<string>()
  for (const run of runsOf(foldedSearch(text))) {
    for (const term of run.isUnspaced ? neighbours(run.text) : [run.text.slice(0, WORD_MAX)]) {
      terms.add(term)
      if (terms.size >= WORDS_MAX) return [...terms]
    }
  }
  return [...terms]
}

/** Parses a phrase as plain words, never as query syntax. Returns undefined when it contains no words. */
export function parseSearch(phrase: string): SearchTerms | undefined {
  const runs = runsOf(foldedSearch(phrase))
  const last = runs.at(-1)
  if (!last) return undefined
  const others = runs.slice(0, -1)
  const isTooShort = !last.isUnspaced && last.text.length < BEGINNING_MIN && others.length > 0
  const lexemes = others.flatMap(lexemesOf)
  if (last.isUnspaced) lexemes.push(...lexemesOf(last))
  else if (!isTooShort) lexemes.push(`'${last.text.slice(0, WORD_MAX)}':*`)
  const isExact = !isTooShort && runs.every((run) => !run.isUnspaced || Array.from(run.text).length <= 2)
  return { runs, query: [...new Set(lexemes)].join(' & '), isExact }
}

/** Returns whether a message with these texts contains everything asked for. */
export function matchesAll({ runs }: SearchTerms, texts: string[]): boolean {
  const folds = texts.map(foldedSearch)
  const tokens = new Set(
    folds.flatMap((foldedText) => runsOf(foldedText).flatMap((run) => (run.isUnspaced ? [] : [run.text]))),
  )
  return runs.every((run, index) => {
    if (run.isUnspaced) return folds.some((foldedText) => foldedText.includes(run.text))
    if (tokens.has(run.text)) return true
    return index === runs.length - 1 && [...tokens].some((token) => token.startsWith(run.text))
  })
}

/** Returns the ranges of a text (UTF-16 positions) that match the words, in order and without overlap. */
export function highlightsOf({ runs }: SearchTerms, text: string): [number, number][] {
  const { foldedText, starts, ends } = mapped(text)
  const ranges: [number, number][] = []
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1
    for (let at = foldedText.indexOf(run.text); at >= 0; at = foldedText.indexOf(run.text, at + 1)) {
      const end = at + run.text.length
      const isWhole = !isJoined(foldedText, at) && (isLast || !isJoined(foldedText, end))
      if (run.isUnspaced || isWhole) ranges.push([starts[at] as number, ends[end - 1] as number])
    }
  }
  const merged: [number, number][] = []
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const before = merged.at(-1)
    if (before && start <= before[1]) before[1] = Math.max(before[1], end)
    else merged.push([start, end])
  }
  return merged
}

/** Whether this position is inside a word. */
function isJoined(foldedText: string, at: number): boolean {
  const [left, right] = [foldedText[at - 1] ?? ' ', foldedText[at] ?? ' ']
  return [left, right].every((sign) => (LETTER.test(sign) || /[\ud800-\udfff]/.test(sign)) && !UNSPACED.test(sign))
}

function lexemesOf(run: Run): string[] {
  if (!run.isUnspaced) return [`'${run.text.slice(0, WORD_MAX)}'`]
  const signs = Array.from(run.text)
  if (signs.length === 1) return [`'${run.text}':*`]
  return signs.slice(1).map((sign, index) => `'${signs[index]}${sign}'`)
}

/** Returns every two neighboring characters, and the last one alone, so that each character starts an entry. */
function neighbours(text: string): string[] {
  const signs = Array.from(text)
  return signs.map((sign, index) => sign + (signs[index + 1] ?? ''))
}

/** Treats a final sigma as a sigma, and removes apostrophes so that they join their neighbors. */
function foldedSearch(text: string): string {
  return folded(text.toWellFormed()).replace(/ς/g, 'σ').replace(new RegExp(APOSTROPHE, 'g'), '')
}

function runsOf(foldedText: string): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const sign of foldedText) {
    const isLetter = LETTER.test(sign)
    if (!isLetter) {
      run = undefined
      if (PICTURE.test(sign)) runs.push({ text: sign, isUnspaced: false })
      continue
    }
    const isUnspaced = UNSPACED.test(sign)
    if (run?.isUnspaced === isUnspaced) run.text += sign
    else runs.push((run = { text: sign, isUnspaced }))
  }
  return runs
}

/** Returns the normalized text with the original position of each of its code units. */
function mapped(text: string): { foldedText: string; starts: number[]; ends: number[] } {
  let foldedText = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const sign of text) {
    const unit = foldedSearch(sign)
    // A combining mark belongs to the letter before it.
    if (unit === '' && ends.length > 0 && /\p{Mark}/u.test(sign)) ends[ends.length - 1] = at + sign.length
    for (let n = 0; n < unit.length; n++) {
      starts.push(at)
      ends.push(at + sign.length)
    }
    foldedText += unit
    at += sign.length
  }
  return { foldedText, starts, ends }
}
