import { Readable } from 'node:stream'
import { harmless } from './harmless.ts'

/** The media type of `writeCsv` output. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Rows of text, one page at a time, as the database returns them. */
export type Rows = AsyncIterable<readonly (readonly string[])[]>

/** Encodes one CSV cell: made harmless, and quoted where RFC 4180 requires it. */
export function csvCell(text: string): string {
  const safe = harmless(text)
  return /[",\r\n\0]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Encodes one CSV line, including its line end. */
export function csvLine(cells: readonly string[]): string {
  // A line with one empty cell would read as a blank line.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Writes rows as CSV for spreadsheets: UTF-8 with a byte order mark, CR LF, every cell harmless. Keeps one page in
 * memory and requests the next when the reader is ready.
 */
export function writeCsv(header: readonly string[], pages: Rows): Readable {
  return Readable.from(lines(header, pages), { objectMode: false })
}

async function* lines(header: readonly string[], pages: Rows): AsyncGenerator<string> {
  yield `\ufeff${csvLine(header)}`
  for await (const page of pages) if (page.length > 0) yield page.map(csvLine).join('')
}
