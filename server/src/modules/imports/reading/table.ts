import { formatNumber } from '@crewline/contract/formats'
import type { LocalizedText } from '@crewline/contract/words'
import { IMPORT_CELL_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@crewline/contract/limits'
import { unharmed } from '../../../kernel/spreadsheet/harmless.ts'
import { findHeader, headerNames } from './header-rules.ts'
import { refuse } from './refused.ts'

/** A row of the file: its row number as a spreadsheet counts it, and its cells. */
export interface Line {
  row: number
  cells: string[]
}

/** The head of a table: its column names and their row number, 0 when there is none. */
export interface TableHeader {
  headers: string[]
  line: number
  notes: LocalizedText[]
}

/** Rows searched for the header. */
const LOOKED_AT = 30

/**
 * Normalizes the text of a cell: removes NUL, lone surrogates, surrounding blanks, and an apostrophe added by an
 * export.
 */
export function cleanCell(text: string): string {
  return unharmed(text.replaceAll('\0', '').toWellFormed().trim()).trim()
}

/**
 * Reads rows as a table: finds the header, names the columns, skips blank rows. Yields the head first, then the rows.
 * Fails with a message when the file needs correction; `ended` reports what was skipped.
 */
export async function* tableOf(
  rows: AsyncIterable<Line>,
  onEnd: (notes: LocalizedText[]) => void,
): AsyncGenerator<TableHeader | Line> {
  const beginning: Line[] = []
  let tableHeader: TableHeader | undefined
  let count = 0
  let tooWide = 0
  const fit = ({ row, cells }: Line, width: number): Line => {
    if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) tooWide += 1
    count += 1
    if (count > IMPORT_ROWS_MAX)
      refuse({
        en: `This file has more than ${formatNumber(IMPORT_ROWS_MAX, 'en')} rows. Split it and import each part.`,
        es: `Este archivo tiene más de ${formatNumber(IMPORT_ROWS_MAX, 'es')} filas. Divídelo e importa cada parte.`,
      })
    return { row, cells: Array.from({ length: width }, (_, at) => cells[at] ?? '') }
  }
  const begin = function* (): Generator<TableHeader | Line> {
    tableHeader = summaryOf(beginning)
    yield tableHeader
    for (const line of beginning) if (line.row > tableHeader.line) yield fit(line, tableHeader.headers.length)
  }
  for await (const raw of rows) {
    const line = cleanLine(raw)
    if (line.cells.every((cell) => cell === '')) continue
    if (tableHeader) {
      yield fit(line, tableHeader.headers.length)
      continue
    }
    beginning.push(line)
    if (beginning.length === LOOKED_AT) yield* begin()
  }
  if (!tableHeader) yield* begin()
  if (count === 0)
    refuse({
      en: 'This file has a header and no rows. Add people below it and upload it again.',
      es: 'Este archivo tiene un encabezado y ninguna fila. Añade personas debajo y súbelo otra vez.',
    })
  onEnd(
    tooWide > 0
      ? [
          {
            en: `${tooWide} ${tooWide === 1 ? 'row has' : 'rows have'} more cells than the header; the cells beyond it are left out.`,
            es: `${tooWide} ${tooWide === 1 ? 'fila tiene' : 'filas tienen'} más celdas que el encabezado; las que sobran se dejan fuera.`,
          },
        ]
      : [],
  )
}

function cleanLine({ row, cells }: Line): Line {
  if (cells.length > 16_384)
    refuse({
      en: `Row ${row} has more than 16,384 columns. Check the quotes of the file.`,
      es: `La fila ${row} tiene más de 16,384 columnas. Revisa las comillas del archivo.`,
    })
  const clean = cells.map(cleanCell)
  const long = clean.findIndex((cell) => cell.length > IMPORT_CELL_MAX)
  if (long >= 0)
    refuse({
      en: `A cell of row ${row} has more than ${formatNumber(IMPORT_CELL_MAX, 'en')} characters. Shorten it and upload the file again.`,
      es: `Una celda de la fila ${row} tiene más de ${formatNumber(IMPORT_CELL_MAX, 'es')} caracteres. Acórtala y sube el archivo otra vez.`,
    })
  return { row, cells: clean }
}

function summaryOf(beginning: Line[]): TableHeader {
  if (beginning.length === 0)
    refuse({
      en: 'This file is empty. Choose one with a header row and people below it.',
      es: 'Este archivo está vacío. Elige uno con una fila de encabezado y personas debajo.',
    })
  const headerIndex = findHeader(beginning.map((line) => line.cells))
  const header = headerIndex === undefined ? undefined : beginning[headerIndex]
  const below = beginning.slice(headerIndex === undefined ? 0 : headerIndex + 1)
  const width = Math.max(widthOf(header?.cells ?? []), ...(below.length > 0 ? [commonWidth(below)] : []))
  if (width > IMPORT_COLUMNS_MAX)
    refuse({
      en: `This file has more than ${IMPORT_COLUMNS_MAX} columns. Remove those you do not need and upload it again.`,
      es: `Este archivo tiene más de ${IMPORT_COLUMNS_MAX} columnas. Quita las que no necesitas y súbelo otra vez.`,
    })
  const headers = headerNames(Array.from({ length: width }, (_, at) => header?.cells[at] ?? ''))
  const notes: LocalizedText[] = []
  if (headerIndex === undefined)
    notes.push({
      en: 'We found no header row. Columns are named by their letter.',
      es: 'No encontramos una fila de encabezado. Las columnas se llaman por su letra.',
    })
  if (headerIndex)
    notes.push({
      en: `${headerIndex === 1 ? '1 line' : `${headerIndex} lines`} above the header left out.`,
      es: `${headerIndex === 1 ? '1 línea' : `${headerIndex} líneas`} sobre el encabezado sin leer.`,
    })
  return { headers, line: header?.row ?? 0, notes }
}

function widthOf(cells: string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1
}

/** The width that nine of ten rows do not exceed: one long row does not add columns. */
function commonWidth(lines: Line[]): number {
  const widths = lines.map((line) => widthOf(line.cells)).sort((a, b) => a - b)
  return widths[Math.floor((widths.length - 1) * 0.9)] ?? 0
}
