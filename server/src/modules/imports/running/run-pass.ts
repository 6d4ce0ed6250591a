import { ImportOptions } from '@crewline/contract/imports'
import type { Tx } from '../../../kernel/scope.ts'
import { attestNumbers } from '../../consent/index.ts'
import { insertRows, updateRows } from '../../contacts/index.ts'
import { fieldsForWriting } from '../../fields/index.ts'
import type { Importer } from '../actor.ts'
import { lockImport, saveImport, type StoredImport, type StoredResult } from '../store/imports.ts'
import { addUndoSnapshots, markMissed, type UndoSnapshot } from '../store/undo-snapshots.ts'
import { hoursById, lockShifts, type ChoiceChange } from '../../shifts/index.ts'
import { assignShifts } from './shifts.ts'
import { chunkEnd, incoming, rowsOfChunk, type Chunk, type GivingRow } from './chunk-views.ts'
import { assignGroups } from './memberships.ts'
import { publishContactsChanged, notifyImporter } from './telling.ts'
import { importDoneText, statement } from './words.ts'

/**
 * Imports the next rows and saves the position in the same transaction, so that each row is imported once even if the process dies.
 */
export async function runStep(tx: Tx, importId: string, importer: Importer, rows: number): Promise<'continue' | 'end'> {
  const held = await lockImport(tx, importId)
  if (held?.state !== 'running') return 'end'
  const result = held.result ?? { added: 0, updated: 0, skipped: 0, unchanged: 0 }
  const end = await chunkEnd(tx, importId, held.place, rows)
  if (!end) return finish(tx, held, result, importer.locale)
  const chunk = { importId, from: held.place, to: end.to }
  const chunkResult = await runChunk(tx, { storedImport: held, chunk, rows: end.rows }, importer)
  for (const name of ['added', 'updated', 'skipped', 'unchanged'] as const) result[name] += chunkResult[name]
  const progress = held.progress + end.rows
  if (progress >= held.total) return finish(tx, { ...held, progress, place: end.to }, result, importer.locale)
  await saveImport(tx, importId, { place: end.to, progress, result })
  return 'continue'
}

async function runChunk(
  tx: Tx,
  { storedImport, chunk, rows }: { storedImport: StoredImport; chunk: Chunk; rows: number },
  importer: Importer,
): Promise<StoredResult> {
  const live = new Set((await fieldsForWriting(tx)).map((field) => field.key))
  const keys = storedImport.columns.flatMap((column) => /^custom\.(.+)$/.exec(column.target ?? '')?.[1] ?? [])
  const missingKeys = keys.filter((key) => !live.has(key))
  const giving = await withKnownShifts(tx, storedImport, await rowsOfChunk(tx, chunk))
  const count = (kind: string) => giving.reduce((sum, row) => sum + (row.kind === kind ? 1 : 0), 0)
  const insertedIds = new Set(
    count('new') > 0
      ? await insertRows(tx, { importId: storedImport.id }, incoming(tx, chunk, 'new', missingKeys))
      : [],
  )
  const changed = count('update') > 0 ? await updateRows(tx, incoming(tx, chunk, 'update', missingKeys)) : []
  const missed = giving.filter((row) => row.kind === 'new' && !insertedIds.has(row.id)).map((row) => row.row)
  if (missed.length > 0) await markMissed(tx, storedImport.id, { rows: missed, code: 'taken_meanwhile' })
  const present = missed.length > 0 ? giving.filter((row) => row.kind !== 'new' || insertedIds.has(row.id)) : giving
  // Prepares one query while the database runs the other.
  const [joined] = await Promise.all([
    assignGroups(tx, importer, present, ImportOptions.parse(storedImport.options)),
    attest(tx, storedImport, present),
  ])
  const shifts = await assignShifts(tx, present)
  const snapshots = undoSnapshotsFrom(
    present.filter((row) => row.kind !== 'new'),
    changed,
    { joined, shifts },
  )
  await addUndoSnapshots(tx, storedImport.id, snapshots)
  publishContactsChanged(tx, [...insertedIds, ...snapshots.map((snapshot) => snapshot.id)])
  return {
    added: insertedIds.size,
    updated: count('update'),
    unchanged: count('unchanged'),
    skipped: rows - giving.length + missed.length,
  }
}

/**
 * Leaves out rows whose shift was deleted after the check, and marks them with what to do. Locks shifts before contacts and
 * groups, as where a member gives one of them a shift, so that the two cannot deadlock.
 */
async function withKnownShifts(tx: Tx, { id, columns }: StoredImport, giving: GivingRow[]): Promise<GivingRow[]> {
  if (!giving.some((row) => row.setsShift)) return giving
  await lockShifts(tx)
  const live = await hoursById(tx.db)
  const isLost = ({ setsShift, shiftId }: GivingRow) => setsShift && shiftId !== null && !live.has(shiftId)
  const lost = giving.filter(isLost).map(({ row }) => row)
  if (lost.length === 0) return giving
  const column = columns.find(({ target }) => target === 'shift')?.index ?? null
  await markMissed(tx, id, { rows: lost, code: 'shift_deleted', column })
  return giving.filter((row) => !isLost(row))
}

/** Added contacts can be found by their assigned ids; for known contacts, stores what they had before. */
function undoSnapshotsFrom(
  rows: { row: number; id: string }[],
  changed: { row: number; before: Record<string, unknown>; after: Record<string, unknown> }[],
  { joined, shifts }: { joined: Map<string, string[]>; shifts: Map<string, ChoiceChange> },
): UndoSnapshot[] {
  if (rows.length === 0) return []
  const byRow = new Map(changed.map((change) => [change.row, change]))
  const groupsOf = new Map<string, string[]>(rows.map((row) => [row.id, []]))
  for (const [groupId, contactIds] of joined) for (const id of contactIds) groupsOf.get(id)?.push(groupId)
  return rows.flatMap(({ row, id }) => {
    const fields = byRow.get(row)
    const shift = shifts.get(id)
    const before = { ...fields?.before, ...(shift && { shift: shift.was }) }
    const after = { ...fields?.after, ...(shift && { shift: shift.became }) }
    const groupIds = groupsOf.get(id) ?? []
    if (groupIds.length === 0 && Object.keys(after).length === 0) return []
    return [{ row, id, added: false, before, after, groupIds }]
  })
}

/** Records that the member attested the consent of these numbers; opted-out numbers are excluded. */
async function attest(tx: Tx, storedImport: StoredImport, rows: { agreed: string | null }[]): Promise<void> {
  const phones = rows.flatMap((row) => row.agreed ?? [])
  if (phones.length === 0 || tx.actor.kind !== 'member') return
  const by = `${tx.actor.firstname} ${tx.actor.lastname}`.trim()
  await attestNumbers(tx, phones, { method: 'import_attestation', wording: statement(storedImport.fileName, by) })
}

async function finish(tx: Tx, storedImport: StoredImport, result: StoredResult, locale: string): Promise<'end'> {
  const { place, total } = storedImport
  await saveImport(tx, storedImport.id, {
    state: 'done',
    place,
    progress: total,
    result,
    finishedAt: tx.world.now(),
  })
  tx.audit('import.done', storedImport.id, { ...result })
  notifyImporter(tx, storedImport, { type: 'success', ...importDoneText(result, locale) })
  return 'end'
}
