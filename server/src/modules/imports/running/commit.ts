import type { Import } from '@crewline/contract/imports'
import { IMPORT_UNDO_MS } from '@crewline/contract/limits'
import { fail } from '../../../kernel/failure.ts'
import { languageOf, type Scope, type Tx } from '../../../kernel/scope.ts'
import { addField, hasOptions } from '../../fields/index.ts'
import type { StoredColumn } from '../checking/plan.ts'
import { holdImport, removeImport, saveImport } from '../store/imports.ts'
import { importById } from '../views.ts'
import { tellImporter } from './telling.ts'
import { begunWords } from './words.ts'

/** Lets the rows without a problem come in, in the background; new fields are made now, so that a name that is taken is said now. */
export async function commit(scope: Scope, id: string): Promise<{ import: Import }> {
  const locale = languageOf(scope)
  await scope.tx(async (tx) => {
    const one = (await holdImport(tx, id)) ?? fail('not_found')
    if (one.state !== 'checked' || !one.counts)
      fail('outdated', {
        words: {
          en: 'These rows are not checked, or they came in already. Reload the page.',
          es: 'Estas filas no están revisadas o ya entraron. Recarga la página.',
        },
      })
    const { new: added, update, unchanged } = one.counts
    if (added + update + unchanged === 0)
      fail('invalid', {
        words: {
          en: 'No row can come in as it is. Fix a row first.',
          es: 'Ninguna fila puede entrar como está. Corrige una primero.',
        },
      })
    const columns = await makeFields(tx, one.columns)
    const result = { added: 0, updated: 0, skipped: 0, unchanged: 0 }
    await saveImport(tx, id, { state: 'running', columns, result, place: 0, progress: 0, due: tx.world.now() })
    tellImporter(tx, one, { type: 'info', ...begunWords(one.fileName, one.total, locale) })
    tx.audit('import.committed', id, { fileName: one.fileName, counts: one.counts, agreed: true })
    tx.ring('imports')
  })
  return { import: (await importById(scope, id)) ?? fail('not_found') }
}

async function makeFields(tx: Tx, columns: StoredColumn[]): Promise<StoredColumn[]> {
  const made: StoredColumn[] = []
  for (const column of columns) {
    const { newField, newKey, newOptions = [], ...rest } = column
    if (!newField || newKey === undefined) made.push(column)
    else {
      const options = hasOptions(newField.type)
        ? newOptions.map((one) => ({ ...one, color: 'gray', archived: false }))
        : []
      await addField(tx, { ...newField, key: newKey, options })
      made.push({ ...rest, target: `custom.${newKey}`, newField: null })
    }
  }
  return made
}

/** Takes an import back, in the background, within a day. */
export async function undo(scope: Scope, id: string): Promise<{ import: Import }> {
  await scope.tx(async (tx) => {
    const one = (await holdImport(tx, id)) ?? fail('not_found')
    const until = (one.finishedAt?.getTime() ?? 0) + IMPORT_UNDO_MS
    // One that stopped in the middle can be taken back as far as it came.
    const hasRun = one.state === 'done' || (one.state === 'failed' && one.result !== null)
    if (!hasRun)
      fail('outdated', {
        words: {
          en: 'This import cannot be undone now. Reload the page.',
          es: 'Esta importación no se puede deshacer ahora. Recarga la página.',
        },
      })
    if (tx.world.now().getTime() > until)
      fail('outdated', {
        words: {
          en: 'An import can be undone for 24 hours. That time is over.',
          es: 'Una importación se puede deshacer durante 24 horas. Ese tiempo ya pasó.',
        },
      })
    await saveImport(tx, id, { state: 'undoing', place: 0, progress: 0, due: tx.world.now() })
    tx.audit('import.undo-begun', id)
    tx.ring('imports')
  })
  return { import: (await importById(scope, id)) ?? fail('not_found') }
}

/** Forgets an import that did not run, with its file and rows. */
export async function discard(scope: Scope, id: string): Promise<void> {
  await scope.tx(async (tx) => {
    const one = (await holdImport(tx, id)) ?? fail('not_found')
    if (!['reading', 'matching', 'checking', 'checked', 'failed'].includes(one.state))
      fail('outdated', {
        words: {
          en: 'This import has run already. It can be undone for 24 hours.',
          es: 'Esta importación ya se hizo. Se puede deshacer durante 24 horas.',
        },
      })
    await removeImport(tx, id)
    tx.audit('import.discarded', id, { fileName: one.fileName })
  })
}
