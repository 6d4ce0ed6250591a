// A sheet to hang on a wall: headings, a QR code, and an address in letters, centered on one page.
import { PDFDocument, rgb } from '@cantoo/pdf-lib'
import { encode } from 'uqr'
import { openFonts, type Fonts } from './fonts.ts'
import { layOut, Ruler } from './layout.ts'

/** Sizes of paper, in points. */
const PAPER = { a4: { width: 595.28, height: 841.89 }, letter: { width: 612, height: 792 } }
export type PaperSize = keyof typeof PAPER

const MARGIN = 48
/** Width and height of the code: readable from two meters away. */
const CODE = 300
/** The quiet zone that scanners require, in cells. */
const QUIET = 4
const LEADING = 1.3
const INK = rgb(0, 0, 0)

/** What a poster says. */
export interface Poster {
  size: PaperSize
  organization: string
  headings: readonly string[]
  /** What the QR code says. */
  code: string
  notes: readonly string[]
  address: string
  at: Date
}

let last: Promise<unknown> = Promise.resolve()

/** Creates the PDF of a poster, with embedded fonts for any script. Only one is written at a time. */
export function makePoster(poster: Poster): Promise<Buffer> {
  const made = last.then(() => draw(poster))
  last = made.catch(() => {})
  return made
}

async function draw({ size, organization, headings, code, notes, address, at }: Poster): Promise<Buffer> {
  const { width, height } = PAPER[size]
  const doc = await PDFDocument.create()
  doc.setTitle(headings[0] ?? organization)
  doc.setProducer('Crewline')
  doc.setCreationDate(at)
  doc.setModificationDate(at)
  const page = doc.addPage([width, height])
  const fonts = await openFonts(doc)
  let y = height - MARGIN
  const write = async (text: string, fontSize: number) => {
    for (const line of await centered(fonts, text, { fontSize, width })) {
      y -= fontSize * LEADING
      let x = line.x
      for (const { text: run, font, width: runWidth } of line.pieces) {
        page.drawText(run, { x, y, size: fontSize, font, color: INK })
        x += runWidth
      }
    }
  }
  await write(organization, 18)
  y -= 12
  for (const heading of headings) await write(heading, headings.length > 1 ? 28 : 36)
  y -= 24
  const { data, size: cells } = encode(code, { ecc: 'M', border: 0 })
  const cell = CODE / (cells + 2 * QUIET)
  const left = (width - CODE) / 2 + QUIET * cell
  data.forEach((row, down) =>
    row.forEach((isDark, across) => {
      if (!isDark) return
      const [cellX, cellY] = [left + across * cell, y - (QUIET + down + 1) * cell]
      // A little larger than a cell, so that no hairlines show between them.
      page.drawRectangle({ x: cellX, y: cellY, width: cell + 0.1, height: cell + 0.1, color: INK })
    }),
  )
  y -= CODE + 12
  for (const note of notes) await write(note, 16)
  y -= 8
  await write(address, 14)
  return Buffer.from(await doc.save())
}

async function centered(fonts: Fonts, text: string, { fontSize, width }: { fontSize: number; width: number }) {
  const lines = await layOut(new Ruler(fonts, fontSize), text, width - 2 * MARGIN)
  return lines.map((line) => ({ ...line, x: (width - line.width) / 2 }))
}
