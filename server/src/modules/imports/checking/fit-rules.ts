import type { RowProblem, StoredColumn } from './plan.ts'

/** Counts how many values of each column fit its target, row by row. */
export function fitCounter(columns: StoredColumn[], storedColumns?: StoredColumn[]) {
  const fits = new Map(
    columns
      .filter((column) => column.target !== null || column.newField)
      .map((column) => {
        const before = storedColumns?.find((storedColumn) => storedColumn.index === column.index)?.fit
        return [column.index, before ? { ...before } : { good: 0, bad: 0, empty: 0 }] as const
      }),
  )
  return {
    count: (cells: string[], problems: RowProblem[]): void => {
      for (const [index, fit] of fits) {
        if ((cells[index] ?? '') === '') fit.empty += 1
        else if (problems.some((rowProblem) => rowProblem.column === index)) fit.bad += 1
        else fit.good += 1
      }
    },
    columns: (): StoredColumn[] => columns.map((column) => ({ ...column, fit: fits.get(column.index) ?? null })),
  }
}
