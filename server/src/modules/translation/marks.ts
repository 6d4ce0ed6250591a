// Formats of a text, such as bold and links, on their way through a translator. Each marked piece stands between two signs
// that a translator must keep: ⟦a⟧ and ⟦/a⟧.

/** A piece of a text; `mark` numbers its format, undefined for plain text. */
export interface MarkedPiece {
  text: string
  mark: number | undefined
}

const LETTERS = 26

function nameOf(mark: number): string {
  const last = String.fromCharCode(97 + (mark % LETTERS))
  return mark < LETTERS ? last : nameOf(Math.floor(mark / LETTERS) - 1) + last
}

/** Some services put spaces inside the signs. */
const SIGN = /⟦\s*(\/?)\s*([a-z]{1,3})\s*⟧/g

/** Writes pieces as one text, with signs around the marked ones. Spaces at their edges stay outside of the signs. */
export function writeMarks(pieces: readonly MarkedPiece[]): string {
  return pieces
    .map(({ text, mark }) => {
      const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? []
      if (mark === undefined || words === '') return text
      return `${before}⟦${nameOf(mark)}⟧${words}⟦/${nameOf(mark)}⟧${after}`
    })
    .join('')
}

/** Returns a text without the signs of marks. */
export function withoutMarks(text: string): string {
  return text.replace(SIGN, '')
}

/**
 * Reads a translation of a text that `writeMarks` wrote. Returns undefined when a mark was lost, repeated, emptied, or
 * mixed with another: a translator that moves words keeps each pair of signs around its own.
 */
export function readMarks(translated: string, pieces: readonly MarkedPiece[]): MarkedPiece[] | undefined {
  const wanted = new Map(
    pieces.flatMap(({ text, mark }) =>
      mark === undefined || text.trim() === '' ? [] : [[nameOf(mark), mark] as const],
    ),
  )
  const read: MarkedPiece[] = []
  let open: string | undefined
  let at = 0
  const add = (text: string) => {
    if (text !== '') read.push({ text, mark: open === undefined ? undefined : wanted.get(open) })
  }
  const seen = new Set<string>()
  for (const match of translated.matchAll(SIGN)) {
    const [sign, closing, name = ''] = match
    const text = translated.slice(at, match.index)
    at = match.index + sign.length
    if (closing === '') {
      if (open !== undefined || seen.has(name) || !wanted.has(name)) return undefined
      add(text)
      open = name
      seen.add(name)
    } else {
      if (open !== name || text.trim() === '') return undefined
      add(text)
      open = undefined
    }
  }
  add(translated.slice(at))
  return open === undefined && seen.size === wanted.size ? read : undefined
}

/**
 * Finds the marked pieces in a translation that has no signs. Returns undefined unless each of them stands in it exactly
 * once as it was written, such as a time or a name.
 */
export function findMarks(translated: string, pieces: readonly MarkedPiece[]): MarkedPiece[] | undefined {
  const places: { at: number; text: string; mark: number }[] = []
  for (const { text, mark } of pieces) {
    const words = text.trim()
    if (mark === undefined || words === '') continue
    const at = translated.indexOf(words)
    if (at === -1 || translated.includes(words, at + 1)) return undefined
    places.push({ at, text: words, mark })
  }
  places.sort((one, other) => one.at - other.at)
  const read: MarkedPiece[] = []
  let end = 0
  for (const { at, text, mark } of places) {
    if (at < end) return undefined
    if (at > end) read.push({ text: translated.slice(end, at), mark: undefined })
    read.push({ text, mark })
    end = at + text.length
  }
  if (end < translated.length) read.push({ text: translated.slice(end), mark: undefined })
  return read
}
