import { Readable } from 'node:stream'
import { harmless } from './harmless.ts'

/** The media type of what `writeCsv` makes. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Rows of text, a page at a time, as they come from the database. */
export type Rows = AsyncIterable<readonly (readonly string[])[]>

/** One cell of a CSV: made harmless, and quoted where RFC 4180 asks for it. */
export function csvCell(text: string): string {
  const safe = harmless(text)
  return /[",\r\n\0]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV, with its end. */
export function csvLine(cells: readonly string[]): string {
  // A line of one empty cell would read as no line at all.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Rows as CSV for spreadsheets: UTF-8 with its mark, lines end with CR LF, every cell harmless. Holds one page in memory;
 * the next is asked for when the reader has room.
 */
export function writeCsv(header: readonly string[], pages: Rows): Readable {
  return Readable.from(lines(header, pages), { objectMode: false })
}

async function* lines(header: readonly string[], pages: Rows): AsyncGenerator<string> {
  yield `\ufeff${csvLine(header)}`
  for await (const page of pages) if (page.length > 0) yield page.map(csvLine).join('')
}
