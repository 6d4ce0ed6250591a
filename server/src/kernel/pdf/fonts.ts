import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import fontkit from '@pdf-lib/fontkit'
import { unpackWoff } from './woff.ts'

/** A piece of text in one font. */
export interface Piece {
  text: string
  font: PDFFont
}

/** The fonts of one document; each is embedded on first use, with only the glyphs used. */
export interface Fonts {
  /** Splits a text into runs by the font that has each glyph; a missing glyph becomes a visible box. */
  pieces(text: string): Promise<Piece[]>
}

const BOX = '\u25a1'
/** Joining and direction marks, which have no glyph. */
const SHAPELESS = /[\p{Cf}\p{Cc}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u

const require = createRequire(import.meta.url)
const DEJAVU = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const NOTO = dirname(require.resolve('@fontsource/noto-sans-sc/package.json'))

interface Chunk {
  file: string
  ranges: [first: number, last: number][]
}

let chunks: Promise<Chunk[]> | undefined

/** The Chinese font consists of about a hundred files by Unicode range; unicode.json lists the ranges. */
function notoChunks(): Promise<Chunk[]> {
  chunks ??= readFile(join(NOTO, 'unicode.json'), 'utf8').then((json) =>
    Object.entries(JSON.parse(json) as Record<string, string>).map(([name, ranges]) => ({
      file: join(NOTO, 'files', `noto-sans-sc-${name.replace(/[[\]]/g, '')}-400-normal.woff`),
      ranges: ranges.split(',').map((range) => {
        const [first = '', last = first] = range.replace(/^U\+/i, '').split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      }),
    })),
  )
  return chunks
}

interface Subset {
  cff?: unknown
  includeGlyph(glyph: number | object): number
  encodeStream(): unknown
}

/**
 * The PDF library calls `encode()`, which only later fontkit versions have; without it, it uses the stream API of this
 * version.
 */
const opener = {
  create: (bytes: Uint8Array) => {
    const font = fontkit.create(bytes) as unknown as { createSubset(): Subset }
    const subset = font.createSubset.bind(font)
    font.createSubset = () => {
      const made = subset()
      return {
        cff: made.cff,
        includeGlyph: (glyph) => made.includeGlyph(glyph),
        encodeStream: () => made.encodeStream(),
      }
    }
    return font
  },
}

/** Opens the fonts for one document. */
export async function openFonts(doc: PDFDocument): Promise<Fonts> {
  doc.registerFontkit(opener as unknown as Parameters<PDFDocument['registerFontkit']>[0])
  const embed = async (bytes: Uint8Array) => ({
    font: await doc.embedFont(bytes, { subset: true }),
    signs: new Set(fontkit.create(bytes).characterSet),
  })
  const main = await embed(await readFile(join(DEJAVU, 'DejaVuSans.ttf')))
  const others = new Map<string, ReturnType<typeof embed>>()
  const fontBySign = new Map<number, PDFFont | undefined>()
  const fontFor = async (sign: number): Promise<PDFFont | undefined> => {
    if (main.signs.has(sign)) return main.font
    if (fontBySign.has(sign)) return fontBySign.get(sign)
    let font: PDFFont | undefined
    for (const { file, ranges } of await notoChunks()) {
      if (font || !ranges.some(([first, last]) => sign >= first && sign <= last)) continue
      if (!others.has(file))
        others.set(
          file,
          readFile(file).then((woff) => embed(unpackWoff(woff))),
        )
      const candidate = await others.get(file)
      if (candidate?.signs.has(sign)) font = candidate.font
    }
    fontBySign.set(sign, font)
    return font
  }
  return {
    pieces: async (text) => {
      const pieces: Piece[] = []
      for (const sign of text) {
        if (SHAPELESS.test(sign)) continue
        const font = await fontFor(sign.codePointAt(0) as number)
        const printable = font ? sign : BOX
        const last = pieces.at(-1)
        if (last && last.font === (font ?? main.font)) last.text += printable
        else pieces.push({ text: printable, font: font ?? main.font })
      }
      return pieces
    },
  }
}
