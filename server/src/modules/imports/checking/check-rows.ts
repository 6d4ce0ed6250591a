import type { Importer } from '../actor.ts'
import type { StagedRow } from '../row-views.ts'
import { classify, type RowClassification } from './classify-rules.ts'
import { findExistingContacts } from './known-views.ts'
import { optionGroupNames } from './make-plan.ts'
import type { CheckPlan } from './plan.ts'
import { problem } from './plan.ts'
import { readRow } from './row-rules.ts'
import { findTakenValues } from './unique-views.ts'

/** A row and the result of its check; `id` is the contact it matches or will create. */
export interface CheckedRow {
  row: number
  cells: string[]
  id: string | null
  classification: RowClassification
}

/** Checks rows against the current contacts. A row for a new contact keeps the id assigned the first time. */
export async function checkRows(
  { scope, visibleDb }: Pick<Importer, 'scope' | 'visibleDb'>,
  plan: CheckPlan,
  rows: StagedRow[],
): Promise<CheckedRow[]> {
  const readings = rows.map((row) => readRow(row.cells, plan))
  const phones = new Set(readings.flatMap(({ draft }) => (draft.phone ? [draft.phone] : [])))
  const employeeIds = new Set(readings.flatMap(({ draft }) => (draft.employeeId ? [draft.employeeId] : [])))
  const [existing, optionGroups] = await Promise.all([
    findExistingContacts(scope, visibleDb, { phones: [...phones], employeeIds: [...employeeIds] }),
    optionGroupNames(scope, plan.options),
  ])
  const checked = rows.map((row, at): CheckedRow => {
    const reading = readings[at] as (typeof readings)[number]
    const classification = classify(reading, { plan, existing, choices: row.choices, optionGroups })
    const id =
      classification.contactId ??
      (classification.kind === 'new' ? (row.kind === 'new' && row.contactId ? row.contactId : scope.world.id()) : null)
    return { row: row.row, cells: row.cells, id, classification }
  })
  for (const [row, text] of await findTakenValues(scope.db, plan, checked))
    row.classification = {
      ...row.classification,
      kind: 'invalid',
      problems: [...row.classification.problems, problem('custom_taken', text)],
    }
  return checked
}
