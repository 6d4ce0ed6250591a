import { PDFDocument, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { openFonts, type Fonts } from './fonts.ts'
import { layOut, Ruler, type Line } from './layout.ts'

/** Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 54 }
const SIZE = 9
/** Height of a line for each point of its letters. */
const LEADING = 13 / 9

/** The colours of a document: words, and words about words. */
const INKS = { plain: rgb(0.1, 0.1, 0.12), faint: rgb(0.38, 0.4, 0.44) }
const RULE = rgb(0.85, 0.86, 0.88)

/** How a paragraph stands: its colour, how far from the left, its letters in points; one that is kept never ends a page. */
export interface Standing {
  ink?: keyof typeof INKS
  indent?: number
  size?: number
  isKept?: boolean
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Makes a PDF with its fonts inside, in any script, with the number on every page. One is written at a time: whoever writes
 * long ones lets others have their turn in between.
 */
export function makePdf(
  about: { title: string; creator: string; at: Date; footer?: string },
  write: (sheet: Sheet) => Promise<void>,
): Promise<Buffer> {
  const made = last.then(async () => {
    const doc = await PDFDocument.create()
    doc.setTitle(about.title)
    doc.setProducer('Crewline')
    doc.setCreator(about.creator)
    doc.setCreationDate(about.at)
    doc.setModificationDate(about.at)
    const sheet = new Sheet(doc, await openFonts(doc))
    await write(sheet)
    await sheet.number(about.footer ?? '')
    return Buffer.from(await doc.save())
  })
  last = made.catch(() => {})
  return made
}

/** Writes down a document, line after line and page after page. */
export class Sheet {
  private readonly doc: PDFDocument
  private readonly fonts: Fonts
  private readonly rulers = new Map<number, Ruler>()
  private page: PDFPage
  private y = PAGE.height - PAGE.margin

  constructor(doc: PDFDocument, fonts: Fonts) {
    this.doc = doc
    this.fonts = fonts
    this.page = doc.addPage([PAGE.width, PAGE.height])
  }

  /** Leaves some room, in lines of plain text. */
  space(lines: number): void {
    this.y -= lines * SIZE * LEADING
  }

  /** Draws a line from margin to margin. */
  rule(): void {
    this.y -= 4
    this.page.drawLine({
      start: { x: PAGE.margin, y: this.y },
      end: { x: PAGE.width - PAGE.margin, y: this.y },
      thickness: 0.7,
      color: RULE,
    })
  }

  /** Writes one paragraph. */
  async write(words: string, { ink = 'plain', indent = 0, size = SIZE, isKept = false }: Standing = {}): Promise<void> {
    const room = PAGE.width - 2 * PAGE.margin - indent
    for (const line of await layOut(this.ruler(size), words, room)) {
      this.advance(size, isKept)
      this.put(line, { x: PAGE.margin + indent, y: this.y, room, size, ink })
    }
  }

  /** Writes what something is beside what it says, the first in a column of its own. */
  async pair(label: string, words: string, column = 130): Promise<void> {
    const ruler = this.ruler(SIZE)
    const room = PAGE.width - 2 * PAGE.margin - column
    const [named] = await layOut(ruler, label, column - 8)
    for (const [nth, line] of (await layOut(ruler, words, room)).entries()) {
      this.advance(SIZE, false)
      if (nth === 0 && named) this.put(named, { x: PAGE.margin, y: this.y, room: column, size: SIZE, ink: 'faint' })
      this.put(line, { x: PAGE.margin + column, y: this.y, room, size: SIZE, ink: 'plain' })
    }
  }

  /** Puts its number on every page, and these words before it. */
  async number(footer: string): Promise<void> {
    const pages = this.doc.getPages()
    const ruler = this.ruler(SIZE - 1)
    for (const [index, page] of pages.entries()) {
      this.page = page
      const [numbers] = await layOut(ruler, `${index + 1} / ${pages.length}`, PAGE.width)
      const [words] = await layOut(ruler, footer, PAGE.width - 2 * PAGE.margin - 60)
      const at = { y: PAGE.margin / 2, size: SIZE - 1, ink: 'faint' } as const
      if (words) this.put(words, { ...at, x: PAGE.margin, room: words.width })
      if (numbers) this.put(numbers, { ...at, x: PAGE.width - PAGE.margin - numbers.width, room: numbers.width })
    }
  }

  private ruler(size: number): Ruler {
    const known = this.rulers.get(size) ?? new Ruler(this.fonts, size)
    this.rulers.set(size, known)
    return known
  }

  private advance(size: number, isKept: boolean): void {
    const height = size * LEADING
    if (this.y - height * (isKept ? 2 : 1) < PAGE.margin) {
      this.page = this.doc.addPage([PAGE.width, PAGE.height])
      this.y = PAGE.height - PAGE.margin
    }
    this.y -= height
  }

  private put(
    line: Line,
    { x, y, room, size, ink }: { x: number; y: number; room: number; size: number; ink: keyof typeof INKS },
  ): void {
    let at = x + (line.isRightToLeft ? Math.max(0, room - line.width) : 0)
    for (const { text, font, width } of line.pieces as { text: string; font: PDFFont; width: number }[]) {
      this.page.drawText(text, { x: at, y, size, font, color: INKS[ink] })
      at += width
    }
  }
}
