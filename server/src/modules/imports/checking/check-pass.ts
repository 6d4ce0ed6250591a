import type { Importer } from '../actor.ts'
import type { ImportCommit } from '../passes.ts'
import { lockImport, saveImport, type StoredImport } from '../store/imports.ts'
import { countKinds, markDuplicates, saveVerdicts } from '../store/rows.ts'
import { markSameValues } from '../store/same-values.ts'
import { rowsAfter } from '../row-views.ts'
import { checkRows } from './check-rows.ts'
import { fitCounter } from './fit-rules.ts'
import { planOf } from './make-plan.ts'
import { uniqueFields } from './unique-views.ts'

/**
 * Checks the next rows of an import; returns what commits the position with them and, after the last row, detects
 * duplicates and counts.
 */
export async function checkStep(storedImport: StoredImport, importer: Importer, batch: number): Promise<ImportCommit> {
  const { scope } = importer
  // Checking adds new options to the columns, so the plan is noted before.
  const noted = notedPlan(storedImport)
  const plan = await planOf(importer, storedImport)
  const rows = await rowsAfter(scope.db, storedImport.id, storedImport.place, batch)
  const checked = await checkRows(importer, plan, rows)
  const fits = fitCounter(plan.columns, storedImport.place > 0 ? storedImport.columns : undefined)
  for (const row of checked) fits.count(row.cells, row.classification.problems)
  return async (tx) => {
    const held = await lockImport(tx, storedImport.id)
    if (held?.state !== 'checking') return 'end'
    // The columns were matched again while these rows were checked.
    if (notedPlan(held) !== noted) return 'continue'
    if (rows.length > 0) await saveVerdicts(tx, storedImport.id, checked)
    const columns = fits.columns()
    if (rows.length === batch) {
      const position = rows.at(-1)?.row ?? storedImport.place
      await saveImport(tx, storedImport.id, {
        place: position,
        columns,
        progress: held.progress + rows.length,
      })
      return 'continue'
    }
    await markDuplicates(tx, storedImport.id)
    await markSameValues(tx, storedImport.id, uniqueFields(plan))
    const counts = await countKinds(tx, storedImport.id)
    await saveImport(tx, storedImport.id, {
      state: 'checked',
      columns,
      counts,
      place: 0,
      progress: storedImport.total,
    })
    tx.audit('import.checked', storedImport.id, { ...counts })
    return 'end'
  }
}

function notedPlan({ place, columns, options }: StoredImport): string {
  return JSON.stringify({ place, columns, options })
}
