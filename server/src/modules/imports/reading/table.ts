import { msg } from '@crewline/contract/localized-text'
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

/** Empty rows that a file may have: more than a spreadsheet has rows. */
const BLANK_ROWS_MAX = 1_100_000
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
      refuse(
        msg({
          message: 'This file has more than {most, number} rows. Split it and import each part.',
          values: { most: IMPORT_ROWS_MAX },
        }),
      )
    return { row, cells: Array.from({ length: width }, (_, at) => cells[at] ?? '') }
  }
  const begin = function* (): Generator<TableHeader | Line> {
    tableHeader = summaryOf(beginning)
    yield tableHeader
    for (const line of beginning) if (line.row > tableHeader.line) yield fit(line, tableHeader.headers.length)
  }
  let seen = 0
  for await (const raw of rows) {
    seen += 1
    if (seen > BLANK_ROWS_MAX + IMPORT_ROWS_MAX)
      refuse(msg({ message: 'This file has too many empty rows. Delete them and upload the file again.' }))
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
    refuse(msg({ message: 'This file has a header and no rows. Add rows below it and upload it again.' }))
  onEnd(
    tooWide > 0
      ? [
          msg({
            message:
              '{tooWide, plural, one {# row has} other {# rows have}} more cells than the header; the cells beyond it are left out.',
            values: { tooWide },
          }),
        ]
      : [],
  )
}

function cleanLine({ row, cells }: Line): Line {
  if (cells.length > 16_384)
    refuse(
      msg({
        message: 'Row {row} has more than 16,384 columns. Check that each person has a line of their own.',
        values: { row },
      }),
    )
  const clean = cells.map(cleanCell)
  const long = clean.findIndex((cell) => cell.length > IMPORT_CELL_MAX)
  if (long >= 0)
    refuse(
      msg({
        message: 'A cell of row {row} has more than {most, number} characters. Shorten it and upload the file again.',
        values: { row, most: IMPORT_CELL_MAX },
      }),
    )
  return { row, cells: clean }
}

function summaryOf(beginning: Line[]): TableHeader {
  if (beginning.length === 0)
    refuse(msg({ message: 'This file is empty. Choose one with a header row and rows below it.' }))
  const headerIndex = findHeader(beginning.map((line) => line.cells))
  const header = headerIndex === undefined ? undefined : beginning[headerIndex]
  const below = beginning.slice(headerIndex === undefined ? 0 : headerIndex + 1)
  const width = Math.max(widthOf(header?.cells ?? []), ...(below.length > 0 ? [commonWidth(below)] : []))
  if (width > IMPORT_COLUMNS_MAX)
    refuse(
      msg({
        message: 'This file has more than {most} columns. Remove those you do not need and upload it again.',
        values: { most: IMPORT_COLUMNS_MAX },
      }),
    )
  const headers = headerNames(Array.from({ length: width }, (_, at) => header?.cells[at] ?? ''))
  const notes: LocalizedText[] = []
  if (headerIndex === undefined)
    notes.push(msg({ message: 'We found no header row. Columns are named by their letter.' }))
  if (headerIndex)
    notes.push(
      msg({
        message: '{count, plural, one {# line} other {# lines}} above the header left out.',
        values: { count: headerIndex },
      }),
    )
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
