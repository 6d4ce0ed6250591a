import type { ImportRow } from '@crewline/contract/imports'

interface RowPage {
  rows: ImportRow[]
}

/** Replaces rechecked rows on the loaded pages; rows that are not loaded are ignored. */
export function withRows(pages: RowPage[], checked: readonly ImportRow[]): void {
  const checkedByRow = new Map(checked.map((row) => [row.row, row]))
  for (const page of pages) page.rows = page.rows.map((row) => checkedByRow.get(row.row) ?? row)
}

/** Returns every loaded row once, in file order. */
export function rowsOf(pages: readonly RowPage[] | undefined): ImportRow[] {
  const rowByNumber = new Map<number, ImportRow>()
  for (const page of pages ?? [])
    for (const row of page.rows) if (!rowByNumber.has(row.row)) rowByNumber.set(row.row, row)
  return [...rowByNumber.values()]
}
