import type { Words } from '@crewline/contract/words'
import type { ImportColumn, ImportOptions } from '@crewline/contract/imports'
import type { FieldRule } from '../../fields/index.ts'
import type { DateOrder } from './date-rules.ts'

/** A choice of a field that is made when the import runs. */
export interface NewOption {
  id: string
  label: string
}

/** A column as it is kept: what people see of it, and what checking found out about it. */
export interface StoredColumn extends ImportColumn {
  /** How its dates are written. */
  dateOrder?: DateOrder
  /** The key the new field will have, and the choices it will offer. */
  newKey?: string
  newOptions?: NewOption[]
}

/** What a row is read with: the columns that go somewhere, the fields there are, and what was decided for all rows. */
export interface CheckPlan {
  columns: StoredColumn[]
  fields: FieldRule[]
  options: ImportOptions
  country: string
  thisYear: number
}

/** What is wrong with a row, in words with what to do. */
export interface RowProblem {
  column: number | null
  code: string
  words: Words
  otherRow: number | null
  contactId: string | null
}

/** A problem of one cell, or of the row as a whole. */
export function problem(code: string, words: Words, column: number | null = null): RowProblem {
  return { column, code, words, otherRow: null, contactId: null }
}
