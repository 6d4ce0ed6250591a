import { msg } from '@crewline/contract/localized-text'
import { RUN_KINDS } from '@crewline/contract/events'
import type { Import } from '@crewline/contract/imports'
import { IMPORT_UNDO_MS } from '@crewline/contract/limits'
import { fail } from '../../../kernel/failure.ts'
import { startRun } from '../../../kernel/runs/define.ts'
import { languageOf, type Scope, type Tx } from '../../../kernel/scope.ts'
import { addField, hasOptions } from '../../fields/index.ts'
import type { StoredColumn } from '../checking/plan.ts'
import { lockImport, removeImport, saveImport, type StoredImport } from '../store/imports.ts'
import { importById } from '../views.ts'
import { notifyImporter } from './telling.ts'
import { importStartedText } from './words.ts'

/**
 * Imports the rows without problems in the background. Creates new fields immediately, so that a taken name is reported
 * now.
 */
export async function commit(scope: Scope, id: string, isAgreed: boolean): Promise<{ import: Import }> {
  const locale = languageOf(scope)
  await scope.tx(async (tx) => {
    const storedImport = (await lockImport(tx, id)) ?? fail('not_found')
    if (storedImport.state !== 'checked' || !storedImport.counts)
      fail('outdated', {
        text: msg({ message: "These rows haven't been checked yet or are already imported. Reload the page." }),
      })
    const { new: added, update, unchanged } = storedImport.counts
    if (added + update + unchanged === 0)
      fail('invalid', {
        text: msg({ message: 'No row can be imported yet. Fix a row first.' }),
      })
    if (!isAgreed && hasNumbers(storedImport)) fail('invalid', consentMissing())
    const columns = await makeFields(tx, storedImport.columns)
    const result = { added: 0, updated: 0, skipped: 0, unchanged: 0 }
    await saveImport(tx, id, { state: 'running', columns, result, place: 0, progress: 0 })
    notifyImporter(tx, storedImport, {
      type: 'info',
      ...importStartedText(storedImport.fileName, storedImport.total, locale),
    })
    tx.audit('import.committed', id, { fileName: storedImport.fileName, counts: storedImport.counts, agreed: isAgreed })
    startRun(tx, { name: RUN_KINDS.import }, storedImport)
  })
  return { import: (await importById(scope, id)) ?? fail('not_found') }
}

/** Returns whether a row to be imported may have a number; consent is attested for each of them. */
function hasNumbers({ columns, counts }: Pick<StoredImport, 'columns' | 'counts'>): boolean {
  if (!counts || !columns.some((column) => column.target === 'phone')) return false
  return counts.new + counts.update + counts.unchanged > counts.noPhone
}

function consentMissing() {
  const text = msg({ message: 'Confirm that these people agreed to get texts from you.' })
  return { text, fieldErrors: { agreed: text } }
}

async function makeFields(tx: Tx, columns: StoredColumn[]): Promise<StoredColumn[]> {
  const made: StoredColumn[] = []
  for (const column of columns) {
    const { newField, newKey, newOptions = [], ...rest } = column
    if (!newField || newKey === undefined) made.push(column)
    else {
      const options = hasOptions(newField.type)
        ? newOptions.map((option) => ({ ...option, color: 'gray', archived: false }))
        : []
      await addField(tx, { ...newField, key: newKey, options })
      made.push({ ...rest, target: `custom.${newKey}`, newField: null })
    }
  }
  return made
}

/** Undoes an import in the background, within 24 hours after it finished. */
export async function undo(scope: Scope, id: string): Promise<{ import: Import }> {
  await scope.tx(async (tx) => {
    const storedImport = (await lockImport(tx, id)) ?? fail('not_found')
    const until = (storedImport.finishedAt?.getTime() ?? 0) + IMPORT_UNDO_MS
    // An import that failed midway can be undone up to where it stopped.
    const hasRun = storedImport.state === 'done' || (storedImport.state === 'failed' && storedImport.result !== null)
    if (!hasRun)
      fail('outdated', {
        text: msg({ message: "This import can't be undone now. Reload the page." }),
      })
    if (tx.world.now().getTime() > until)
      fail('outdated', {
        text: msg({ message: 'You can undo an import for 24 hours. That time has passed.' }),
      })
    await saveImport(tx, id, { state: 'undoing', place: 0, progress: 0 })
    tx.audit('import.undo-begun', id)
    startRun(tx, { name: RUN_KINDS.import }, storedImport)
  })
  return { import: (await importById(scope, id)) ?? fail('not_found') }
}

/** Deletes an import that has not run, with its file and rows. */
export async function discard(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const storedImport = (await lockImport(tx, id)) ?? fail('not_found')
    if (!['reading', 'matching', 'checking', 'checked', 'failed'].includes(storedImport.state))
      fail('outdated', {
        text: msg({ message: 'This import has already run. You can undo it for 24 hours.' }),
      })
    await removeImport(tx, id)
    tx.audit('import.discarded', id, { fileName: storedImport.fileName })
  })
}
