/** A table pasted from a spreadsheet. */
export interface PastedTable {
  /** Number of lines without the headings. */
  rows: number
  columns: number
  /** Tab-separated, as the server reads it. */
  text: string
}

function cellsIn(line: string): number {
  return line.split('\t').length
}

/**
 * Parses cells copied from a spreadsheet: tab-separated lines below a line of headings. Returns undefined for text that
 * is no table; a single column counts when it has a heading and rows. Line breaks inside quoted cells are counted as
 * rows: the counts are only shown, the server parses the text itself.
 */
export function readPasted(text: string): PastedTable | undefined {
  const trimmed = text.replace(/^\uFEFF/, '').replace(/^[\r\n]+|[\s]+$/g, '')
  const lines = trimmed.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const columns = cellsIn(lines[0] ?? '')
  if (lines.length < 2) return undefined
  if (columns === 1 && !lines.every((line) => /^[^\n]{1,60}$/.test(line))) return undefined
  return { rows: lines.length - 1, columns, text: trimmed }
}
