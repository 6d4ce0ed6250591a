import type { Tx } from '../../../kernel/scope.ts'
import { contactLastMessages, putBack, takeBack } from '../../contacts/index.ts'
import type { Importer } from '../actor.ts'
import { holdImport, saveImport, type StoredImport, type StoredResult } from '../store/imports.ts'
import { tracesOf } from '../store/traces.ts'
import { addedIds, chunkEnd, type Chunk } from './chunk-views.ts'
import { takeGroups } from './memberships.ts'
import { tellChanged, tellImporter } from './telling.ts'
import { undoneWords } from './words.ts'

/** Takes the next rows back, committed with how far it came. */
export async function undoStep(one: StoredImport, { scope, locale }: Importer, rows: number): Promise<void> {
  await scope.tx(async (tx) => {
    const held = await holdImport(tx, one.id)
    if (held?.state !== 'undoing' || !held.result) return
    const result: StoredResult = { gone: 0, restored: 0, kept: 0, ...held.result }
    const end = await chunkEnd(tx, one.id, held.place, rows)
    if (end) {
      const done = await undoChunk(tx, { importId: one.id, from: held.place, to: end.to })
      for (const name of ['gone', 'restored', 'kept'] as const) result[name] = (result[name] ?? 0) + done[name]
      await saveImport(tx, one.id, { place: end.to, progress: held.progress + end.rows, result, due: tx.world.now() })
      tx.ring('imports')
      return
    }
    await saveImport(tx, one.id, {
      state: 'undone',
      result,
      notes: [...held.notes, { en: undoneWords(result, 'en').message, es: undoneWords(result, 'es').message }],
      progress: held.total,
      due: null,
    })
    tx.audit('import.undone', one.id, { ...result })
    tellImporter(tx, held, { type: 'success', ...undoneWords(result, locale) })
  })
}

async function undoChunk(tx: Tx, chunk: Chunk): Promise<{ gone: number; restored: number; kept: number }> {
  const ids = await addedIds(tx, chunk)
  const heard = await contactLastMessages.get()(tx.db, ids)
  const gone = await takeBack(
    tx,
    ids.filter((id) => !heard.has(id)),
  )
  const traces = await tracesOf(tx, chunk)
  const changed = traces.filter((trace) => Object.keys(trace.after).length > 0)
  const put = await putBack(tx, changed)
  const given = new Map<string, string[]>()
  for (const { id, groupIds } of traces)
    for (const groupId of groupIds) given.set(groupId, [...(given.get(groupId) ?? []), id])
  await takeGroups(tx, given)
  tellChanged(tx, [...new Set([...gone, ...traces.map((trace) => trace.id)])])
  const whole = put.filter((one) => one.whole).length
  return { gone: gone.length, restored: whole, kept: ids.length - gone.length + changed.length - whole }
}
