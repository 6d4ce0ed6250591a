import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  type PDFPage,
} from '@cantoo/pdf-lib'

/** Extracts the text of each PDF page as a reader would copy it, in drawing order, line by line. */
export async function pagesOf(bytes: Buffer): Promise<string[]> {
  const doc = await PDFDocument.load(bytes)
  return doc.getPages().map((page) => extractText(page))
}

function extractText(page: PDFPage): string {
  const signs = signsOf(page)
  const content = page.node.Contents()
  const streams = content instanceof PDFArray ? content.asArray().map((ref) => page.doc.context.lookup(ref)) : [content]
  const drawn = streams.map((stream) => textOf(stream)).join('\n')
  let font = ''
  let line = ''
  let text = ''
  for (const [, named, y, hex] of drawn.matchAll(/\/(\S+) [\d.]+ Tf|1 0 0 1 [\d.]+ ([\d.]+) Tm|<([0-9A-F]+)> Tj/gi)) {
    if (named !== undefined) font = named
    if (y !== undefined && y !== line) {
      text += text === '' ? '' : '\n'
      line = y
    }
    for (const [glyph] of (hex ?? '').matchAll(/.{4}/g)) text += signs.get(font)?.get(glyph.toUpperCase()) ?? '?'
  }
  return text
}

/** Maps each font of the page, by name, from glyphs to characters. */
function signsOf(page: PDFPage): Map<string, Map<string, string>> {
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  const entries = fonts?.entries() ?? []
  return new Map(
    entries.map(([name, ref]) => {
      const font = page.doc.context.lookup(ref, PDFDict)
      const map = textOf(font.lookup(PDFName.of('ToUnicode')))
      const pairs = [...map.matchAll(/<([0-9A-F]+)> <([0-9A-F]+)>/gi)].map(
        ([, glyph = '', sign = '']) =>
          [glyph.toUpperCase(), Buffer.from(sign, 'hex').swap16().toString('utf16le')] as const,
      )
      return [name.decodeText(), new Map(pairs)]
    }),
  )
}

function textOf(stream: unknown): string {
  return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : ''
}
