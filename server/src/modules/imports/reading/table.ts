import type { Words } from '@crewline/contract/words'
import { IMPORT_CELL_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '@crewline/contract/limits'
import { unharmed } from '../../../kernel/spreadsheet/harmless.ts'
import { findHeader, headerNames } from './header-rules.ts'
import { refuse } from './refused.ts'

/** A row as it stood in the file: its line as a spreadsheet counts it, and its cells. */
export interface Line {
  row: number
  cells: string[]
}

/** The head of a table: the names of its columns and the line they stand in, 0 where there is none. */
export interface TableHead {
  headers: string[]
  line: number
  notes: Words[]
}

/** Lines looked at to find the header. */
const LOOKED_AT = 30

/** The text of a cell as it is kept: no NUL and no half characters, no blanks around it, no apostrophe an export put in front. */
export function cleanCell(text: string): string {
  return unharmed(text.replaceAll('\0', '').toWellFormed().trim()).trim()
}

/**
 * Reads rows as a table: finds the header, names the columns, leaves blank lines out. The first thing it gives is the head,
 * then the rows; what the file needs fixed is refused in words, what was left out is told by `ended`.
 */
export async function* tableOf(
  rows: AsyncIterable<Line>,
  ended: (notes: Words[]) => void,
): AsyncGenerator<TableHead | Line> {
  const beginning: Line[] = []
  let head: TableHead | undefined
  let count = 0
  let tooWide = 0
  const fit = ({ row, cells }: Line, width: number): Line => {
    if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) tooWide += 1
    count += 1
    if (count > IMPORT_ROWS_MAX)
      refuse({
        en: `This file has more than ${IMPORT_ROWS_MAX.toLocaleString('en')} rows. Split it and import each part.`,
        es: `Este archivo tiene más de ${IMPORT_ROWS_MAX.toLocaleString('es')} filas. Divídelo e importa cada parte.`,
      })
    return { row, cells: Array.from({ length: width }, (_, at) => cells[at] ?? '') }
  }
  const begin = function* (): Generator<TableHead | Line> {
    head = headOf(beginning)
    yield head
    for (const line of beginning) if (line.row > head.line) yield fit(line, head.headers.length)
  }
  for await (const raw of rows) {
    const line = cleanLine(raw)
    if (line.cells.every((cell) => cell === '')) continue
    if (head) {
      yield fit(line, head.headers.length)
      continue
    }
    beginning.push(line)
    if (beginning.length === LOOKED_AT) yield* begin()
  }
  if (!head) yield* begin()
  if (count === 0)
    refuse({
      en: 'This file has a header and no rows. Add people below it and upload it again.',
      es: 'Este archivo tiene un encabezado y ninguna fila. Añade personas debajo y súbelo otra vez.',
    })
  ended(
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
      en: `A cell of row ${row} has more than ${IMPORT_CELL_MAX.toLocaleString('en')} characters. Shorten it and upload the file again.`,
      es: `Una celda de la fila ${row} tiene más de ${IMPORT_CELL_MAX.toLocaleString('es')} caracteres. Acórtala y sube el archivo otra vez.`,
    })
  return { row, cells: clean }
}

function headOf(beginning: Line[]): TableHead {
  if (beginning.length === 0)
    refuse({
      en: 'This file is empty. Choose one with a header row and people below it.',
      es: 'Este archivo está vacío. Elige uno con una fila de encabezado y personas debajo.',
    })
  const found = findHeader(beginning.map((line) => line.cells))
  const header = found === undefined ? undefined : beginning[found]
  const below = beginning.slice(found === undefined ? 0 : found + 1)
  const width = Math.max(widthOf(header?.cells ?? []), ...(below.length > 0 ? [commonWidth(below)] : []))
  if (width > IMPORT_COLUMNS_MAX)
    refuse({
      en: `This file has more than ${IMPORT_COLUMNS_MAX} columns. Remove those you do not need and upload it again.`,
      es: `Este archivo tiene más de ${IMPORT_COLUMNS_MAX} columnas. Quita las que no necesitas y súbelo otra vez.`,
    })
  const headers = headerNames(Array.from({ length: width }, (_, at) => header?.cells[at] ?? ''))
  const notes: Words[] = []
  if (found === undefined)
    notes.push({
      en: 'We found no header row. Columns are named by their letter.',
      es: 'No encontramos una fila de encabezado. Las columnas se llaman por su letra.',
    })
  if (found)
    notes.push({
      en: `${found === 1 ? '1 line' : `${found} lines`} above the header left out.`,
      es: `${found === 1 ? '1 línea' : `${found} líneas`} sobre el encabezado sin leer.`,
    })
  return { headers, line: header?.row ?? 0, notes }
}

function widthOf(cells: string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1
}

/** The width that nine of ten rows keep to: one long row does not make a column. */
function commonWidth(lines: Line[]): number {
  const widths = lines.map((line) => widthOf(line.cells)).sort((a, b) => a - b)
  return widths[Math.floor((widths.length - 1) * 0.9)] ?? 0
}
