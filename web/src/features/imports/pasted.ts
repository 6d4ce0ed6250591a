/** A table somebody copied out of a spreadsheet. */
export interface PastedTable {
  /** Lines without the headings. */
  rows: number
  columns: number
  /** Tab separated, as the server reads it. */
  text: string
}

function cellsIn(line: string): number {
  return line.split('\t').length
}

/**
 * Reads what was copied from a spreadsheet: tab separated lines under a line of headings. Undefined for words that are no table;
 * a single column counts when it has headings and rows. Line ends inside quoted cells are not counted apart: the numbers are for
 * people, the server reads the text itself.
 */
export function readPasted(text: string): PastedTable | undefined {
  const trimmed = text.replace(/^\uFEFF/, '').replace(/^[\r\n]+|[\s]+$/g, '')
  const lines = trimmed.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const columns = cellsIn(lines[0] ?? '')
  if (lines.length < 2) return undefined
  if (columns === 1 && !lines.every((line) => /^[^\n]{1,60}$/.test(line))) return undefined
  return { rows: lines.length - 1, columns, text: trimmed }
}
