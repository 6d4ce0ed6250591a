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

/** The fonts of one document; each is embedded when the first sign needs it, with the signs used only. */
export interface Fonts {
  /** Splits a text by the fonts that have its signs; a sign that none has becomes a box that is seen. */
  pieces(text: string): Promise<Piece[]>
}

const BOX = '\u25a1'
/** Marks that tell how to join and turn signs; they have no shape of their own. */
const SHAPELESS = /[\p{Cf}\p{Cc}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u

const require = createRequire(import.meta.url)
const DEJAVU = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const NOTO = dirname(require.resolve('@fontsource/noto-sans-sc/package.json'))

interface Chunk {
  file: string
  ranges: [first: number, last: number][]
}

let chunks: Promise<Chunk[]> | undefined

/** Chinese comes in some hundred files by ranges of signs; which has which stands beside them. */
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

/** The writer of documents asks a subset for `encode()` of a later fontkit; without that it uses the stream that this one has. */
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
  const known = new Map<number, PDFFont | undefined>()
  const fontFor = async (sign: number): Promise<PDFFont | undefined> => {
    if (main.signs.has(sign)) return main.font
    if (known.has(sign)) return known.get(sign)
    let found: PDFFont | undefined
    for (const { file, ranges } of await notoChunks()) {
      if (found || !ranges.some(([first, last]) => sign >= first && sign <= last)) continue
      if (!others.has(file))
        others.set(
          file,
          readFile(file).then((woff) => embed(unpackWoff(woff))),
        )
      const other = await others.get(file)
      if (other?.signs.has(sign)) found = other.font
    }
    known.set(sign, found)
    return found
  }
  return {
    pieces: async (text) => {
      const pieces: Piece[] = []
      for (const sign of text) {
        if (SHAPELESS.test(sign)) continue
        const font = await fontFor(sign.codePointAt(0) as number)
        const shown = font ? sign : BOX
        const last = pieces.at(-1)
        if (last && last.font === (font ?? main.font)) last.text += shown
        else pieces.push({ text: shown, font: font ?? main.font })
      }
      return pieces
    },
  }
}
