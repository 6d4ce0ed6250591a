import type { Tx } from '../../../kernel/scope.ts'
import { contactMessages, restore, archiveInserted } from '../../contacts/index.ts'
import type { Importer } from '../actor.ts'
import { lockImport, saveImport, type StoredResult } from '../store/imports.ts'
import { undoSnapshotsOf } from '../store/undo-snapshots.ts'
import { addedIds, chunkEnd, type Chunk } from './chunk-views.ts'
import { takeGroups } from './memberships.ts'
import { takeShifts } from './shifts.ts'
import { publishContactsChanged, notifyImporter } from './telling.ts'
import { importUndoneNote, importUndoneText } from './words.ts'

/** Undoes the next rows and saves the position in the same transaction. */
export async function undoStep(
  tx: Tx,
  importId: string,
  { locale }: Importer,
  rows: number,
): Promise<'continue' | 'end'> {
  const held = await lockImport(tx, importId)
  if (held?.state !== 'undoing' || !held.result) return 'end'
  const result: StoredResult = { gone: 0, restored: 0, kept: 0, ...held.result }
  const end = await chunkEnd(tx, importId, held.place, rows)
  if (end) {
    const chunkResult = await undoChunk(tx, { importId, from: held.place, to: end.to })
    for (const name of ['gone', 'restored', 'kept'] as const) result[name] = (result[name] ?? 0) + chunkResult[name]
    await saveImport(tx, importId, {
      place: end.to,
      progress: held.progress + end.rows,
      result,
    })
    return 'continue'
  }
  await saveImport(tx, importId, {
    state: 'undone',
    result,
    notes: [...held.notes, importUndoneNote(result)],
    progress: held.total,
  })
  tx.audit('import.undone', importId, { ...result })
  notifyImporter(tx, held, { type: 'success', ...importUndoneText(result, locale) })
  return 'end'
}

function withoutShift({ shift: _shift, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields
}

async function undoChunk(tx: Tx, chunk: Chunk): Promise<{ gone: number; restored: number; kept: number }> {
  const snapshots = await undoSnapshotsOf(tx, chunk)
  const changed = snapshots.filter((snapshot) => Object.keys(snapshot.after).length > 0)
  // Locks the shifts before contacts and groups, as everywhere.
  const kept = await takeShifts(tx, changed)
  const ids = await addedIds(tx, chunk)
  const lastMessages = await contactMessages.get().lastTimes(tx.db, ids)
  const archivedIds = await archiveInserted(
    tx,
    ids.filter((id) => !lastMessages.has(id)),
  )
  const fieldsOf = ({ id, before, after }: (typeof changed)[number]) => ({
    id,
    before: withoutShift(before),
    after: withoutShift(after),
  })
  const put = await restore(tx, changed.map(fieldsOf))
  const membersByGroup = new Map<string, string[]>()
  for (const { id, groupIds } of snapshots)
    for (const groupId of groupIds) membersByGroup.set(groupId, [...(membersByGroup.get(groupId) ?? []), id])
  await takeGroups(tx, membersByGroup)
  publishContactsChanged(tx, [...new Set([...archivedIds, ...snapshots.map((snapshot) => snapshot.id)])])
  const restoredCount = put.filter((contact) => contact.complete && !kept.has(contact.id)).length
  return {
    gone: archivedIds.length,
    restored: restoredCount,
    kept: ids.length - archivedIds.length + changed.length - restoredCount,
  }
}
