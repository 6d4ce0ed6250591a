import type { Import, ImportRow } from '@crewline/contract/imports'

/** A column of the file as the grid shows it. */
export interface GridColumn {
  /** Its index in the file. */
  index: number
  header: string
  target: string | null
}

/** Returns the columns that have a target, in file order; the others are not checked. */
export function gridColumns(columns: Import['columns']): GridColumn[] {
  return columns
    .filter(({ target, newField }) => target !== null || newField !== null)
    .map(({ index, header, target }) => ({ index, header, target }))
}

/** Name targets, in order of preference. */
const nameTargets = ['fullname', 'firstname', 'lastname']

/** Returns the name of the contact in a row, or an empty string. */
export function rowName(row: ImportRow, columns: readonly GridColumn[]): string {
  const parts = nameTargets.map((target) => {
    const column = columns.find((candidate) => candidate.target === target)
    return column ? (row.values[column.index] ?? '').trim() : ''
  })
  const [fullName, ...names] = parts
  return fullName || names.filter(Boolean).join(' ')
}

/** The target of a problem between rows; the server names the rows but not the cell. */
const sameness: Record<string, string> = { same_phone: 'phone', same_employee_id: 'employeeId' }

/** Assigns each problem of a row to its cell; returns the same object when nothing changes. */
export function placed(row: ImportRow, columns: readonly GridColumn[]): ImportRow {
  const columnOf = ({ column, code }: ImportRow['problems'][number]) =>
    column ?? columns.find(({ target }) => target !== null && target === sameness[code])?.index ?? null
  if (row.problems.every((problem) => columnOf(problem) === problem.column)) return row
  return { ...row, problems: row.problems.map((problem) => ({ ...problem, column: columnOf(problem) })) }
}

/** Returns the problems of one cell. */
export function problemsAt(row: ImportRow, column: number): ImportRow['problems'] {
  return row.problems.filter((problem) => problem.column === column)
}

/** Returns whether a problem is a phone number of another contact, which may be shared. */
export function mayShare(problem: ImportRow['problems'][number], columns: readonly GridColumn[]): boolean {
  if (problem.otherRow === null && problem.contactId === null) return false
  return columns.some(({ index, target }) => index === problem.column && target === 'phone')
}
