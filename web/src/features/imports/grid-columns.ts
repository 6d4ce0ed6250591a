import type { Import, ImportRow } from '@crewline/contract/imports'

/** A column of the file as the grid shows it. */
export interface GridColumn {
  /** Its place in the file. */
  index: number
  header: string
  target: string | null
}

/** The columns that go somewhere, in the order of the file; the others are of no use for checking. */
export function gridColumns(columns: Import['columns']): GridColumn[] {
  return columns
    .filter(({ target, newField }) => target !== null || newField !== null)
    .map(({ index, header, target }) => ({ index, header, target }))
}

/** Where names stand, the first ones first. */
const nameTargets = ['fullname', 'firstname', 'lastname']

/** Who a row is about, as far as its cells say; empty when they say nothing. */
export function rowName(row: ImportRow, columns: readonly GridColumn[]): string {
  const parts = nameTargets.map((target) => {
    const column = columns.find((one) => one.target === target)
    return column ? (row.values[column.index] ?? '').trim() : ''
  })
  const [whole, ...names] = parts
  return whole || names.filter(Boolean).join(' ')
}

/** The target a problem between rows is about; the server names the rows, not the cell. */
const sameness: Record<string, string> = { same_phone: 'phone', same_employee_id: 'employeeId' }

/** The row with each problem at its cell; the very same row where nothing had to be found. */
export function placed(row: ImportRow, columns: readonly GridColumn[]): ImportRow {
  const columnOf = ({ column, code }: ImportRow['problems'][number]) =>
    column ?? columns.find(({ target }) => target !== null && target === sameness[code])?.index ?? null
  if (row.problems.every((problem) => columnOf(problem) === problem.column)) return row
  return { ...row, problems: row.problems.map((problem) => ({ ...problem, column: columnOf(problem) })) }
}

/** The problems of one cell. */
export function problemsAt(row: ImportRow, column: number): ImportRow['problems'] {
  return row.problems.filter((problem) => problem.column === column)
}

/** Whether a problem is about a number that somebody else has, so that it may be shared. */
export function mayShare(problem: ImportRow['problems'][number], columns: readonly GridColumn[]): boolean {
  if (problem.otherRow === null && problem.contactId === null) return false
  return columns.some(({ index, target }) => index === problem.column && target === 'phone')
}
