import { setImmediate as breathe } from 'node:timers/promises'
import { PDFDocument, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { labelled, type Entry, type Preamble } from '../rules.ts'
import { headline, paragraphs } from '../text.ts'
import { openFonts } from './fonts.ts'
import { layOut, Ruler } from './layout.ts'

/** Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 54 }
const SIZE = 9
const LEADING = 13
const INK = rgb(0.1, 0.1, 0.12)
const FAINT = rgb(0.38, 0.4, 0.44)
/** Messages drawn before others get their turn. */
const AT_ONCE = 20

let last: Promise<unknown> = Promise.resolve()

/** A conversation as PDF with its fonts inside. One is drawn at a time, and others of this process get their turn in between. */
export function asPdf(preamble: Preamble, entries: readonly Entry[]): Promise<Buffer> {
  const drawn = last.then(() => draw(preamble, entries))
  last = drawn.catch(() => {})
  return drawn
}

async function draw(preamble: Preamble, entries: readonly Entry[]): Promise<Buffer> {
  const doc = await PDFDocument.create()
  const at = new Date(preamble.exportedAt)
  doc.setTitle(`Conversation with ${preamble.contact}`)
  doc.setProducer('Crewline')
  doc.setCreator(preamble.organization)
  doc.setCreationDate(at)
  doc.setModificationDate(at)
  const sheet = new Sheet(doc, new Ruler(await openFonts(doc), SIZE))
  for (const [label, words] of labelled(preamble)) await sheet.write(`${label}: ${words}`, { color: INK })
  let day = ''
  for (const [nth, entry] of entries.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    if (entry.at.slice(0, 10) !== day) {
      day = entry.at.slice(0, 10)
      sheet.space(LEADING)
      await sheet.write(day, { color: INK })
    }
    sheet.space(LEADING / 2)
    await sheet.write(headline(entry), { color: FAINT, isKept: true })
    for (const words of paragraphs(entry))
      for (const line of words.split(/\r?\n/)) await sheet.write(line, { color: INK, indent: 14 })
  }
  await sheet.number()
  return Buffer.from(await doc.save())
}

/** Writes down a document, line after line and page after page. */
class Sheet {
  private readonly doc: PDFDocument
  private readonly ruler: Ruler
  private page: PDFPage
  private y = PAGE.height - PAGE.margin

  constructor(doc: PDFDocument, ruler: Ruler) {
    this.doc = doc
    this.ruler = ruler
    this.page = doc.addPage([PAGE.width, PAGE.height])
  }

  /** Leaves some room. */
  space(points: number): void {
    this.y -= points
  }

  /** Writes one paragraph; one that is kept with the next never ends a page. */
  async write(
    words: string,
    { color, indent = 0, isKept = false }: { color: ReturnType<typeof rgb>; indent?: number; isKept?: boolean },
  ): Promise<void> {
    const room = PAGE.width - 2 * PAGE.margin - indent
    const lines = await layOut(this.ruler, words, room)
    for (const line of lines) {
      if (this.y - LEADING * (isKept ? 2 : 1) < PAGE.margin) this.turn()
      this.y -= LEADING
      let x = PAGE.margin + indent + (line.isRightToLeft ? Math.max(0, room - line.width) : 0)
      for (const piece of line.pieces) {
        this.put(piece.text, { x, y: this.y, font: piece.font, color })
        x += piece.width
      }
    }
  }

  /** Puts its number on every page. */
  async number(): Promise<void> {
    const pages = this.doc.getPages()
    for (const [index, page] of pages.entries()) {
      this.page = page
      const words = `${index + 1} / ${pages.length}`
      const [piece] = await this.ruler.pieces(words)
      if (piece)
        this.put(words, {
          x: PAGE.width - PAGE.margin - piece.width,
          y: PAGE.margin / 2,
          font: piece.font,
          color: FAINT,
        })
    }
  }

  private turn(): void {
    this.page = this.doc.addPage([PAGE.width, PAGE.height])
    this.y = PAGE.height - PAGE.margin
  }

  private put(text: string, at: { x: number; y: number; font: PDFFont; color: ReturnType<typeof rgb> }): void {
    this.page.drawText(text, { ...at, size: SIZE })
  }
}
