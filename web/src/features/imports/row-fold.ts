import type { ImportRow } from '@crewline/contract/imports'

interface RowPage {
  rows: ImportRow[]
}

/** Puts rows that were checked anew in their places on the loaded pages; rows that are not loaded stay out. */
export function withRows(pages: RowPage[], checked: readonly ImportRow[]): void {
  const known = new Map(checked.map((row) => [row.row, row]))
  for (const page of pages) page.rows = page.rows.map((row) => known.get(row.row) ?? row)
}

/** Every loaded row once, in the order of the file. */
export function rowsOf(pages: readonly RowPage[] | undefined): ImportRow[] {
  const seen = new Map<number, ImportRow>()
  for (const page of pages ?? []) for (const row of page.rows) if (!seen.has(row.row)) seen.set(row.row, row)
  return [...seen.values()]
}
