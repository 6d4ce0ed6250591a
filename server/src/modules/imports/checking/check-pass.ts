import type { Importer } from '../actor.ts'
import { lockImport, saveImport, type StoredImport } from '../store/imports.ts'
import { countKinds, markDuplicates, saveVerdicts } from '../store/rows.ts'
import { markSameValues } from '../store/same-values.ts'
import { rowsAfter } from '../row-views.ts'
import { checkRows } from './check-rows.ts'
import { fitCounter } from './fit-rules.ts'
import { planOf } from './make-plan.ts'
import { uniqueFields } from './unique-views.ts'

/**
 * Checks the next rows of an import and commits the position with them; after the last row, detects duplicates and
 * counts.
 */
export async function checkStep(storedImport: StoredImport, importer: Importer, batch: number): Promise<void> {
  const { scope } = importer
  const plan = await planOf(importer, storedImport)
  const rows = await rowsAfter(scope.db, storedImport.id, storedImport.place, batch)
  const checked = await checkRows(importer, plan, rows)
  const fits = fitCounter(plan.columns, storedImport.place > 0 ? storedImport.columns : undefined)
  for (const row of checked) fits.count(row.cells, row.classification.problems)
  await scope.tx(async (tx) => {
    const held = await lockImport(tx, storedImport.id)
    if (held?.state !== 'checking' || held.place !== storedImport.place) return
    if (rows.length > 0) await saveVerdicts(tx, storedImport.id, checked)
    const columns = fits.columns()
    const now = tx.world.now()
    if (rows.length === batch) {
      const position = rows.at(-1)?.row ?? storedImport.place
      await saveImport(tx, storedImport.id, {
        place: position,
        columns,
        progress: held.progress + rows.length,
        due: now,
      })
      tx.wakeUp('imports')
      return
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
      due: null,
    })
    tx.audit('import.checked', storedImport.id, { ...counts })
  })
}
