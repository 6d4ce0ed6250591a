import { columnName } from '../../../kernel/spreadsheet/write-xlsx.ts'

/** Where the header is among the first rows of a table; undefined where the first row is a person already. */
export function findHeader(rows: string[][]): number | undefined {
  const filled = rows.map((row) => row.filter((cell) => cell !== '').length)
  const usual = mostCommonOf(filled.slice(Math.min(1, filled.length - 1)))
  // A title has one cell where the table has many, and an empty column beside it.
  const first = filled.findIndex((count) => count >= Math.max(1, Math.ceil(usual * 0.6)))
  const at = Math.max(0, first)
  const cells = (rows[at] ?? []).filter((cell) => cell !== '')
  return cells.some(isValue) ? undefined : at
}

/** A number of somebody, an address, a date: no name of a column. */
function isValue(cell: string): boolean {
  if (/^\S+@\S+\.\S+$/.test(cell)) return true
  if (/^[\d\s()+./-]+$/.test(cell)) return cell.replace(/\D/g, '').length >= 4
  return false
}

/** The names of columns: an empty one is named by its letter, one that comes again gets its number. */
export function headerNames(cells: string[]): string[] {
  const seen = new Map<string, number>()
  return cells.map((cell, at) => {
    const name = cell.replace(/\s+/g, ' ').slice(0, 200) || `Column ${columnName(at)}`
    const times = (seen.get(name.toLowerCase()) ?? 0) + 1
    seen.set(name.toLowerCase(), times)
    return times === 1 ? name : `${name} (${times})`
  })
}

function mostCommonOf(numbers: number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1
}
