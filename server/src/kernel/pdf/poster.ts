// A sheet to hang on a wall: headings, a QR code, and an address in letters, centered on one page.
import { PDFDocument, rgb } from '@cantoo/pdf-lib'
import { encode } from 'uqr'
import { fail } from '../failure.ts'
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
  /** What people agree to, in small letters; none by default. */
  terms?: readonly string[]
  at: Date
}

/** Posters that may wait for one that is being written: each takes about a second. */
const WAITING_MAX = 8

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Creates the PDF of a poster, with embedded fonts for any script. Only one is written at a time. Fails with `slow_down`
 * when too many wait.
 */
export async function makePoster(poster: Poster): Promise<Buffer> {
  if (waiting > WAITING_MAX) fail('slow_down', { retryAfterS: WAITING_MAX })
  waiting += 1
  const made = last.then(() => draw(poster)).finally(() => (waiting -= 1))
  last = made.catch(() => {})
  return made
}

/** How much smaller letters may become until everything fits on the sheet. The code keeps its size. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5]

/** A paragraph with its size of letters, and the space before it. */
interface Line {
  text: string
  fontSize: number
  before?: number
}

async function draw(poster: Poster): Promise<Buffer> {
  const { width, height } = PAPER[poster.size]
  const doc = await PDFDocument.create()
  doc.setTitle(poster.headings[0] ?? poster.organization)
  doc.setProducer('Crewline')
  doc.setCreationDate(poster.at)
  doc.setModificationDate(poster.at)
  const page = doc.addPage([width, height])
  const fonts = await openFonts(doc)
  const { above, below, scale } = await fitted(fonts, poster)
  let y = height - MARGIN
  const write = async (lines: readonly Line[]) => {
    for (const { text, fontSize, before = 0 } of lines) {
      y -= before * scale
      for (const line of await centered(fonts, text, { fontSize: fontSize * scale, width })) {
        y -= fontSize * scale * LEADING
        let x = line.x
        for (const { text: run, font, width: runWidth } of line.pieces) {
          page.drawText(run, { x, y, size: fontSize * scale, font, color: INK })
          x += runWidth
        }
      }
    }
  }
  await write(above)
  y -= 24 * scale
  const { data, size: cells } = encode(poster.code, { ecc: 'M', border: 0 })
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
  y -= CODE + 12 * scale
  await write(below)
  return Buffer.from(await doc.save())
}

/** Returns what stands above and below the code, with the largest letters that fit on the sheet. */
async function fitted(
  fonts: Fonts,
  { size, organization, headings, notes, address, terms = [] }: Poster,
): Promise<{ above: Line[]; below: Line[]; scale: number }> {
  const { width, height } = PAPER[size]
  const headingSize = headings.length > 1 ? 28 : 36
  const above: Line[] = [
    { text: organization, fontSize: 18 },
    ...headings.map((text, nth) => ({ text, fontSize: headingSize, before: nth === 0 ? 12 : 0 })),
  ]
  const below: Line[] = [
    ...notes.map((text) => ({ text, fontSize: 16 })),
    { text: address, fontSize: 14, before: 8 },
    ...terms.map((text) => ({ text, fontSize: 10, before: 8 })),
  ]
  for (const scale of SCALES) {
    let sum = CODE + 36 * scale
    for (const { text, fontSize, before = 0 } of [...above, ...below]) {
      const lines = await centered(fonts, text, { fontSize: fontSize * scale, width })
      sum += before * scale + lines.length * fontSize * scale * LEADING
    }
    if (sum <= height - 2 * MARGIN) return { above, below, scale }
  }
  return { above, below, scale: SCALES.at(-1) ?? 1 }
}

async function centered(fonts: Fonts, text: string, { fontSize, width }: { fontSize: number; width: number }) {
  const lines = await layOut(new Ruler(fonts, fontSize), text, width - 2 * MARGIN)
  return lines.map((line) => ({ ...line, x: (width - line.width) / 2 }))
}
