import { folded } from '../contacts/index.ts'

/** Words of these scripts are written without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u
const APOSTROPHE = /['\u2018\u2019\u02bc\u0060\u00b4]/
const LETTER = /[\p{L}\p{N}]/u
const PICTURE = /\p{Extended_Pictographic}/u

/** Longer words are found by their beginning. */
const WORD_MAX = 60
/** Different words of one message that can be found; a text has at most 1,600 characters, a transcript may have more. */
const WORDS_MAX = 1500
/** A beginning shorter than this is looked for in what other words have found: too many words begin so. */
const BEGINNING_MIN = 3

/** A run of letters, or of signs that are written without spaces. */
interface Run {
  text: string
  isUnspaced: boolean
}

/** What a phrase asks for: every run must be there, the last one as the beginning of a word. */
export interface Asked {
  runs: Run[]
  /** For PostgreSQL's `@@`. */
  query: string
  /** Whether whatever matches the query is a hit, without a second look at its words. */
  isExact: boolean
}

/** What may be found in a text: its words, folded, and of scripts without spaces every two neighbours. */
export function searchWords(text: string): string[] {
  const found = new Set<string>()
  for (const run of runsOf(foldedSearch(text))) {
    for (const word of run.isUnspaced ? neighbours(run.text) : [run.text.slice(0, WORD_MAX)]) {
      found.add(word)
      if (found.size >= WORDS_MAX) return [...found]
    }
  }
  return [...found]
}

/** Reads a phrase as words, never as a language of its own; undefined when there is nothing in it to look for. */
export function askFor(phrase: string): Asked | undefined {
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

/** Whether a message with these texts holds everything asked for. */
export function holdsAll({ runs }: Asked, texts: string[]): boolean {
  const folds = texts.map(foldedSearch)
  const words = new Set(folds.flatMap((fold) => runsOf(fold).flatMap((run) => (run.isUnspaced ? [] : [run.text]))))
  return runs.every((run, index) => {
    if (run.isUnspaced) return folds.some((fold) => fold.includes(run.text))
    if (words.has(run.text)) return true
    return index === runs.length - 1 && [...words].some((word) => word.startsWith(run.text))
  })
}

/** The ranges of a text, as positions of its characters (UTF-16), in which the words asked for stand; in order, never overlapping. */
export function highlightsOf({ runs }: Asked, text: string): [number, number][] {
  const { fold, starts, ends } = mapped(text)
  const ranges: [number, number][] = []
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1
    for (let at = fold.indexOf(run.text); at >= 0; at = fold.indexOf(run.text, at + 1)) {
      const end = at + run.text.length
      const isWhole = !isJoined(fold, at) && (isLast || !isJoined(fold, end))
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

/** Whether a word goes on across this place. */
function isJoined(fold: string, at: number): boolean {
  const [left, right] = [fold[at - 1] ?? ' ', fold[at] ?? ' ']
  return [left, right].every((sign) => (LETTER.test(sign) || /[\ud800-\udfff]/.test(sign)) && !UNSPACED.test(sign))
}

function lexemesOf(run: Run): string[] {
  if (!run.isUnspaced) return [`'${run.text.slice(0, WORD_MAX)}'`]
  const signs = Array.from(run.text)
  if (signs.length === 1) return [`'${run.text}':*`]
  return signs.slice(1).map((sign, index) => `'${signs[index]}${sign}'`)
}

/** Every two neighbours, and the last sign alone, so that each sign begins something. */
function neighbours(text: string): string[] {
  const signs = Array.from(text)
  return signs.map((sign, index) => sign + (signs[index + 1] ?? ''))
}

/** A final sigma is a sigma; apostrophes join what they stand between. */
function foldedSearch(text: string): string {
  return folded(text.toWellFormed()).replace(/ς/g, 'σ').replace(new RegExp(APOSTROPHE, 'g'), '')
}

function runsOf(fold: string): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const sign of fold) {
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

/** The folded text with the place in the text of each of its units. */
function mapped(text: string): { fold: string; starts: number[]; ends: number[] } {
  let fold = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const sign of text) {
    const unit = foldedSearch(sign)
    // A mark belongs to the letter before it.
    if (unit === '' && ends.length > 0 && /\p{Mark}/u.test(sign)) ends[ends.length - 1] = at + sign.length
    for (let n = 0; n < unit.length; n++) {
      starts.push(at)
      ends.push(at + sign.length)
    }
    fold += unit
    at += sign.length
  }
  return { fold, starts, ends }
}
