import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import { ZipFile } from 'yazl'
import { harmless } from './harmless.ts'
import type { Rows } from './write-csv.ts'

/** The media type of `writeXlsx` output. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Characters per cell in spreadsheet programs; longer text is cut. */
const CELL_MAX = 32_767

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The earliest date in an archive: the same rows make the same file. */
const NO_DATE = { mtime: new Date('1980-01-01T00:00:00'), forceDosTimestamp: true }

/**
 * Writes rows as a workbook with one sheet (ECMA-376, inline strings): every cell is harmless text, and the first row
 * is bold and frozen. Keeps one page in memory, unlike libraries that build the whole sheet first.
 */
export function writeXlsx(header: readonly string[], pages: Rows): Readable {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  for (const [path, text] of Object.entries(PARTS)) archive.addBuffer(Buffer.from(`${XML}${text}`), path, NO_DATE)
  const rows = Readable.from(sheet(header, pages), { objectMode: false })
  // yazl passes bytes on and nothing else: a failure of the rows ends the file, and a reader who leaves ends the rows.
  rows.on('error', (error) => output.destroy(error))
  output.on('close', () => rows.destroy())
  archive.addReadStream(rows, 'xl/worksheets/sheet1.xml', { ...NO_DATE, compressionLevel: constants.Z_BEST_SPEED })
  archive.end()
  return output
}

async function* sheet(header: readonly string[], pages: Rows): AsyncGenerator<string> {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>`
  yield xmlRow(header, 1, ' s="1"')
  let number = 1
  for await (const page of pages)
    yield page
      .map((cells) => {
        number += 1
        return xmlRow(cells, number, '')
      })
      .join('')
  yield '</sheetData></worksheet>'
}

function xmlRow(cells: readonly string[], number: number, style: string): string {
  const written = cells.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${columnName(column)}${number}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(harmless(text))}</t></is></c>`,
  )
  return `<row r="${number}">${written.join('')}</row>`
}

/** Returns the letters of a column: 0 is A, 26 is AA. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`
}

/** Escapes text for XML; characters that XML cannot contain become `_xHHHH_` (ECMA-376 22.9.2.19). */
function xmlText(text: string): string {
  return text
    .slice(0, CELL_MAX)
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (sign) =>
      sign === '\t' || sign === '\n' ? sign : `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function relations(type: string, target: string): string {
  return `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATED}/${type}" Target="${target}"/></Relationships>`
}

const SHEET_RELATIONS = relations('worksheet', 'worksheets/sheet1.xml').replace(
  '</Relationships>',
  `<Relationship Id="r2" Type="${RELATED}/styles" Target="styles.xml"/></Relationships>`,
)

const TYPES =
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/></Types>`

const WORKBOOK = `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`

const STYLES =
  `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>'

const PARTS = {
  '[Content_Types].xml': TYPES,
  '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': WORKBOOK,
  'xl/_rels/workbook.xml.rels': SHEET_RELATIONS,
  'xl/styles.xml': STYLES,
}
