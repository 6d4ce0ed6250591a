import type { LocalizedText } from '@crewline/contract/words'
import type { DateOrder, ImportColumn, ImportOptions, Replacement } from '@crewline/contract/imports'
import type { FieldRule } from '../../fields/index.ts'

/** An option of a field that is created when the import runs. */
export interface NewOption {
  id: string
  label: string
}

/** A column as stored: what users see, and the results of the check. */
export interface StoredColumn extends Omit<ImportColumn, 'replacements'> {
  /** Absent in imports from before values could be replaced. */
  replacements?: Replacement[]
  /** How its dates are read: as the member says, else as its dates tell. */
  readOrder?: DateOrder
  /** The key and the options of the field to be created. */
  newKey?: string
  newOptions?: NewOption[]
}

/** What a row is read with: the mapped columns, the existing fields, and the options for all rows. */
export interface CheckPlan {
  columns: StoredColumn[]
  fields: FieldRule[]
  /** The shifts of the organization, by name in lower case and by folded name. */
  shifts: ReadonlyMap<string, { id: string; name: string }>
  options: ImportOptions
  country: string
  thisYear: number
}

/** A problem of a row, with a message that says what to do. */
export interface RowProblem {
  column: number | null
  code: string
  words: LocalizedText
  otherRow: number | null
  contactId: string | null
  suggestion: Replacement | null
}

/** Makes a problem of one cell, or of the whole row. */
export function problem(code: string, text: LocalizedText, column: number | null = null): RowProblem {
  return { column, code, words: text, otherRow: null, contactId: null, suggestion: null }
}
