import { columnName } from '../../../kernel/spreadsheet/write-xlsx.ts'

/** Finds the header among the first rows of a table; undefined when the first row is already data. */
export function findHeader(rows: string[][]): number | undefined {
  const filled = rows.map((row) => row.filter((cell) => cell !== '').length)
  const usual = mostCommonOf(filled.slice(Math.min(1, filled.length - 1)))
  // A title line has fewer filled cells than the rows of the table.
  const first = filled.findIndex((count) => count >= Math.max(1, Math.ceil(usual * 0.6)))
  const at = Math.max(0, first)
  const cells = (rows[at] ?? []).filter((cell) => cell !== '')
  return cells.some(isValue) ? undefined : at
}

/** A phone number, an email address or a date is not a column name. */
function isValue(cell: string): boolean {
  if (/^\S+@\S+\.\S+$/.test(cell)) return true
  if (/^[\d\s()+./-]+$/.test(cell)) return cell.replace(/\D/g, '').length >= 4
  return false
}

/** Names the columns: an empty name becomes the column letter, and a repeated name gets a number. */
export function headerNames(cells: string[]): string[] {
  const occurrences = new Map<string, number>()
  return cells.map((cell, at) => {
    const name = cell.replace(/\s+/g, ' ').slice(0, 200) || `Column ${columnName(at)}`
    const times = (occurrences.get(name.toLowerCase()) ?? 0) + 1
    occurrences.set(name.toLowerCase(), times)
    return times === 1 ? name : `${name} (${times})`
  })
}

function mostCommonOf(numbers: number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1
}
