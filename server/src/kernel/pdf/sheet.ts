import { PDFDocument, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { openFonts, type Fonts } from './fonts.ts'
import { layOut, Ruler, type Line } from './layout.ts'

/** US Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 54 }
const SIZE = 9
/** Line height as a multiple of the font size. */
const LEADING = 13 / 9

/** The colors of a document: body text and secondary text. */
const INKS = { plain: rgb(0.1, 0.1, 0.12), faint: rgb(0.38, 0.4, 0.44) }
const RULE = rgb(0.85, 0.86, 0.88)

/** The style of a paragraph: color, indent, and font size in points; a kept paragraph never ends a page. */
export interface ParagraphStyle {
  ink?: keyof typeof INKS
  indent?: number
  size?: number
  isKeptWithNext?: boolean
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Creates a PDF with embedded fonts for any script and a page number on every page. Only one is written at a time;
 * callers with long documents must yield in between.
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

/** Writes a document, line by line and page by page. */
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

  /** Leaves vertical space, in lines of plain text. */
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
  async write(
    text: string,
    { ink = 'plain', indent = 0, size = SIZE, isKeptWithNext = false }: ParagraphStyle = {},
  ): Promise<void> {
    const maxWidth = PAGE.width - 2 * PAGE.margin - indent
    for (const line of await layOut(this.ruler(size), text, maxWidth)) {
      this.advance(size, isKeptWithNext)
      this.put(line, { x: PAGE.margin + indent, y: this.y, maxWidth, size, ink })
    }
  }

  /** Writes a label and its value, the label in its own column. */
  async pair(label: string, text: string, column = 130): Promise<void> {
    const ruler = this.ruler(SIZE)
    const maxWidth = PAGE.width - 2 * PAGE.margin - column
    const [named] = await layOut(ruler, label, column - 8)
    for (const [nth, line] of (await layOut(ruler, text, maxWidth)).entries()) {
      this.advance(SIZE, false)
      if (nth === 0 && named) this.put(named, { x: PAGE.margin, y: this.y, maxWidth: column, size: SIZE, ink: 'faint' })
      this.put(line, { x: PAGE.margin + column, y: this.y, maxWidth, size: SIZE, ink: 'plain' })
    }
  }

  /** Writes the footer and the page number on every page. */
  async number(footer: string): Promise<void> {
    const pages = this.doc.getPages()
    const ruler = this.ruler(SIZE - 1)
    for (const [index, page] of pages.entries()) {
      this.page = page
      const [numbers] = await layOut(ruler, `${index + 1} / ${pages.length}`, PAGE.width)
      const [footerLine] = await layOut(ruler, footer, PAGE.width - 2 * PAGE.margin - 60)
      const at = { y: PAGE.margin / 2, size: SIZE - 1, ink: 'faint' } as const
      if (footerLine) this.put(footerLine, { ...at, x: PAGE.margin, maxWidth: footerLine.width })
      if (numbers) this.put(numbers, { ...at, x: PAGE.width - PAGE.margin - numbers.width, maxWidth: numbers.width })
    }
  }

  private ruler(size: number): Ruler {
    const ruler = this.rulers.get(size) ?? new Ruler(this.fonts, size)
    this.rulers.set(size, ruler)
    return ruler
  }

  private advance(size: number, isKeptWithNext: boolean): void {
    const height = size * LEADING
    if (this.y - height * (isKeptWithNext ? 2 : 1) < PAGE.margin) {
      this.page = this.doc.addPage([PAGE.width, PAGE.height])
      this.y = PAGE.height - PAGE.margin
    }
    this.y -= height
  }

  private put(
    line: Line,
    { x, y, maxWidth, size, ink }: { x: number; y: number; maxWidth: number; size: number; ink: keyof typeof INKS },
  ): void {
    let at = x + (line.isRightToLeft ? Math.max(0, maxWidth - line.width) : 0)
    for (const { text, font, width } of line.pieces as { text: string; font: PDFFont; width: number }[]) {
      this.page.drawText(text, { x: at, y, size, font, color: INKS[ink] })
      at += width
    }
  }
}
