import type { Importer } from '../actor.ts'
import type { StagedRow } from '../row-views.ts'
import { classify, type Verdict } from './classify-rules.ts'
import { findKnown } from './known-views.ts'
import { givenGroups } from './make-plan.ts'
import type { CheckPlan } from './plan.ts'
import { problem } from './plan.ts'
import { readRow } from './row-rules.ts'
import { takenByOthers } from './unique-views.ts'

/** A row and what the check found; `id` is who it is, or will be. */
export interface CheckedRow {
  row: number
  cells: string[]
  id: string | null
  verdict: Verdict
}

/** Checks rows against the people known now. A row about somebody new keeps the id it was given the first time. */
export async function checkRows(
  { scope, seen }: Pick<Importer, 'scope' | 'seen'>,
  plan: CheckPlan,
  rows: StagedRow[],
): Promise<CheckedRow[]> {
  const readings = rows.map((row) => readRow(row.cells, plan))
  const phones = new Set(readings.flatMap(({ draft }) => (draft.phone ? [draft.phone] : [])))
  const employeeIds = new Set(readings.flatMap(({ draft }) => (draft.employeeId ? [draft.employeeId] : [])))
  const [known, given] = await Promise.all([
    findKnown(scope, seen, { phones: [...phones], employeeIds: [...employeeIds] }),
    givenGroups(scope, plan.options),
  ])
  const checked = rows.map((row, at): CheckedRow => {
    const reading = readings[at] as (typeof readings)[number]
    const verdict = classify(reading, { plan, known, said: row.said, given })
    const id =
      verdict.contactId ??
      (verdict.kind === 'new' ? (row.kind === 'new' && row.contactId ? row.contactId : scope.world.id()) : null)
    return { row: row.row, cells: row.cells, id, verdict }
  })
  for (const [one, words] of await takenByOthers(scope.db, plan, checked))
    one.verdict = {
      ...one.verdict,
      kind: 'invalid',
      problems: [...one.verdict.problems, problem('custom_taken', words)],
    }
  return checked
}
