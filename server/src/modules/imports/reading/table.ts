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
  notes: string[]
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
  ended: (notes: string[]) => void,
): AsyncGenerator<TableHead | Line> {
  const beginning: Line[] = []
  let head: TableHead | undefined
  let count = 0
  let tooWide = 0
  const fit = ({ row, cells }: Line, width: number): Line => {
    if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) tooWide += 1
    count += 1
    if (count > IMPORT_ROWS_MAX)
      refuse(`This file has more than ${IMPORT_ROWS_MAX.toLocaleString('en')} rows. Split it and import each part.`)
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
  if (count === 0) refuse('This file has a header and no rows. Add people below it and upload it again.')
  ended(
    tooWide > 0
      ? [
          `${tooWide} ${tooWide === 1 ? 'row has' : 'rows have'} more cells than the header; the cells beyond it are left out.`,
        ]
      : [],
  )
}

function cleanLine({ row, cells }: Line): Line {
  if (cells.length > 16_384) refuse(`Row ${row} has more than 16,384 columns. Check the quotes of the file.`)
  const clean = cells.map(cleanCell)
  const long = clean.findIndex((cell) => cell.length > IMPORT_CELL_MAX)
  if (long >= 0)
    refuse(
      `A cell of row ${row} has more than ${IMPORT_CELL_MAX.toLocaleString('en')} characters. Shorten it and upload the file again.`,
    )
  return { row, cells: clean }
}

function headOf(beginning: Line[]): TableHead {
  if (beginning.length === 0) refuse('This file is empty. Choose one with a header row and people below it.')
  const found = findHeader(beginning.map((line) => line.cells))
  const header = found === undefined ? undefined : beginning[found]
  const below = beginning.slice(found === undefined ? 0 : found + 1)
  const width = Math.max(widthOf(header?.cells ?? []), ...(below.length > 0 ? [commonWidth(below)] : []))
  if (width > IMPORT_COLUMNS_MAX)
    refuse(`This file has more than ${IMPORT_COLUMNS_MAX} columns. Remove those you do not need and upload it again.`)
  const headers = headerNames(Array.from({ length: width }, (_, at) => header?.cells[at] ?? ''))
  const notes: string[] = []
  if (found === undefined) notes.push('We found no header row. Columns are named by their letter.')
  if (found) notes.push(`${found === 1 ? '1 line' : `${found} lines`} above the header left out.`)
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
