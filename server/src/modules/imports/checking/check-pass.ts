import type { Importer } from '../actor.ts'
import { holdImport, saveImport, type StoredImport } from '../store/imports.ts'
import { countKinds, markDuplicates, saveVerdicts } from '../store/rows.ts'
import { markSameValues } from '../store/same-values.ts'
import { rowsAfter } from '../row-views.ts'
import { checkRows } from './check-rows.ts'
import { fitCounter } from './fit-rules.ts'
import { planOf } from './make-plan.ts'
import { uniqueFields } from './unique-views.ts'

/** Checks the next rows of an import, committed with how far it came; after the last one rows are told apart and counted. */
export async function checkStep(one: StoredImport, importer: Importer, batch: number): Promise<void> {
  const { scope } = importer
  const plan = await planOf(importer, one)
  const rows = await rowsAfter(scope.db, one.id, one.place, batch)
  const checked = await checkRows(importer, plan, rows)
  const fits = fitCounter(plan.columns, one.place > 0 ? one.columns : undefined)
  for (const row of checked) fits.count(row.cells, row.verdict.problems)
  await scope.tx(async (tx) => {
    const held = await holdImport(tx, one.id)
    if (held?.state !== 'checking' || held.place !== one.place) return
    if (rows.length > 0) await saveVerdicts(tx, one.id, checked)
    const columns = fits.columns()
    const now = tx.world.now()
    if (rows.length === batch) {
      const place = rows.at(-1)?.row ?? one.place
      await saveImport(tx, one.id, { place, columns, progress: held.progress + rows.length, due: now })
      tx.ring('imports')
      return
    }
    await markDuplicates(tx, one.id)
    await markSameValues(tx, one.id, uniqueFields(plan))
    const counts = await countKinds(tx, one.id)
    await saveImport(tx, one.id, { state: 'checked', columns, counts, place: 0, progress: one.total, due: null })
    tx.audit('import.checked', one.id, { ...counts })
  })
}
