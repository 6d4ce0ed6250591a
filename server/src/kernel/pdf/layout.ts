import bidiFactory from 'bidi-js'
import type { PDFFont } from '@cantoo/pdf-lib'
import type { Fonts, Piece } from './fonts.ts'

// The package is CommonJS, but its types describe the default export of its ES module.
const bidi = (bidiFactory as unknown as () => Bidi)()

/** The part of the algorithm that is used. */
interface Bidi {
  getEmbeddingLevels(text: string): { levels: Uint8Array; paragraphs: { level: number }[] }
  getMirroredCharacter(sign: string): string | null
}

/** A line ready to draw: its runs from left to right, and whether it is right-to-left. */
export interface Line {
  pieces: (Piece & { width: number })[]
  width: number
  isRightToLeft: boolean
}

/** A word, or a character after which a line may break. */
const BREAKABLE =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu

const CACHED_WORDS_MAX = 20_000

/** Measures text and caches the widths, because texts repeat their words. */
export class Ruler {
  private readonly widths = new Map<PDFFont, Map<string, number>>()
  private readonly fonts: Fonts
  readonly size: number

  constructor(fonts: Fonts, size: number) {
    this.fonts = fonts
    this.size = size
  }

  /** Splits a text into runs with their widths, in points. */
  async pieces(text: string): Promise<(Piece & { width: number })[]> {
    const pieces = await this.fonts.pieces(text)
    return pieces.map((piece) => ({ ...piece, width: this.widthIn(piece) }))
  }

  /** Returns the width of a text, in points. */
  async width(text: string): Promise<number> {
    return (await this.pieces(text)).reduce((sum, piece) => sum + piece.width, 0)
  }

  /** Measures word by word, because words repeat and shaping takes most of the time. */
  private widthIn({ text, font }: Piece): number {
    const widths = this.widths.get(font) ?? new Map<string, number>()
    this.widths.set(font, widths)
    let sum = 0
    for (const [word] of text.matchAll(/ |[^ ]+/g)) {
      const width = widths.get(word) ?? font.widthOfTextAtSize(word, this.size)
      if (widths.size < CACHED_WORDS_MAX) widths.set(word, width)
      sum += width
    }
    return sum
  }
}

/** Breaks a paragraph into lines no wider than this, each in visual order. */
export async function layOut(ruler: Ruler, paragraph: string, most: number): Promise<Line[]> {
  const lines: Line[] = []
  for (const text of await broken(ruler, paragraph, most)) lines.push(await toVisualLine(ruler, text))
  return lines
}

async function broken(ruler: Ruler, paragraph: string, most: number): Promise<string[]> {
  const lines: string[] = []
  let line = ''
  let width = 0
  for (const chunk of paragraph.match(BREAKABLE) ?? []) {
    for (const part of (await ruler.width(chunk)) > most ? Array.from(chunk) : [chunk]) {
      const wide = await ruler.width(part)
      if (width + wide > most && line.trim() !== '') {
        lines.push(line.trimEnd())
        line = ''
        width = 0
        if (part.trim() === '') continue
      }
      line += part
      width += wide
    }
  }
  return [...lines, line.trimEnd()]
}

/** Orders the runs of a line by the Unicode bidirectional algorithm; the font shapes right-to-left runs. */
async function toVisualLine(ruler: Ruler, text: string): Promise<Line> {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text)
  const isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1
  const runs: { text: string; level: number }[] = []
  let at = 0
  for (const sign of text) {
    const level = levels[at] ?? 0
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(sign) ?? sign) : sign
    const last = runs.at(-1)
    if (last && last.level === level) last.text += mirrored
    else runs.push({ text: mirrored, level })
    at += sign.length
  }
  const ordered: Line['pieces'] = []
  for (const run of toVisualOrder(runs)) {
    const pieces = await ruler.pieces(run.text)
    if (run.level % 2 === 0) ordered.push(...pieces)
    // A font reverses the scripts it knows to be right-to-left; other text is reversed here.
    else ordered.push(...pieces.reverse().map((piece) => ({ ...piece, text: turned(piece.text) })))
  }
  return { pieces: ordered, width: ordered.reduce((sum, piece) => sum + piece.width, 0), isRightToLeft }
}

function turned(text: string): string {
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text)
    ? text
    : Array.from(text).reverse().join('')
}

/** Rule L2: from the highest level down to the lowest odd one, reverses every sequence at that level or higher. */
function toVisualOrder<R extends { level: number }>(runs: R[]): R[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map((run) => run.level))
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if ((ordered[from]?.level ?? 0) < level) continue
      let to = from
      while (to + 1 < ordered.length && (ordered[to + 1]?.level ?? 0) >= level) to++
      ordered.splice(from, to - from + 1, ...ordered.slice(from, to + 1).reverse())
      from = to
    }
  }
  return ordered
}
