import { ImportOptions } from '@crewline/contract/imports'
import type { Tx } from '../../../kernel/scope.ts'
import { attestMany } from '../../consent/index.ts'
import { bringIn, bringUp } from '../../contacts/index.ts'
import { fieldsForWriting } from '../../fields/index.ts'
import type { Importer } from '../actor.ts'
import { holdImport, saveImport, type StoredImport, type StoredResult } from '../store/imports.ts'
import { addTraces, markMissed, type Trace } from '../store/traces.ts'
import { chunkEnd, incoming, rowsOfChunk, type Chunk } from './chunk-views.ts'
import { giveGroups } from './memberships.ts'
import { tellChanged, tellImporter } from './telling.ts'
import { doneWords, statement } from './words.ts'

/** Brings the next rows in, committed with how far it came, so that each row comes in once however often the process dies. */
export async function runStep(one: StoredImport, importer: Importer, rows: number): Promise<void> {
  await importer.scope.tx(async (tx) => {
    const held = await holdImport(tx, one.id)
    if (held?.state !== 'running') return
    const result = held.result ?? { added: 0, updated: 0, skipped: 0, unchanged: 0 }
    const end = await chunkEnd(tx, one.id, held.place, rows)
    if (!end) return finish(tx, held, result, importer.locale)
    const chunk = { importId: one.id, from: held.place, to: end.to }
    const done = await runChunk(tx, { one: held, chunk, rows: end.rows }, importer)
    for (const name of ['added', 'updated', 'skipped', 'unchanged'] as const) result[name] += done[name]
    const progress = held.progress + end.rows
    if (progress >= held.total) return finish(tx, { ...held, progress, place: end.to }, result, importer.locale)
    await saveImport(tx, one.id, { place: end.to, progress, result, due: tx.world.now() })
    tx.ring('imports')
  })
}

async function runChunk(
  tx: Tx,
  { one, chunk, rows }: { one: StoredImport; chunk: Chunk; rows: number },
  importer: Importer,
): Promise<StoredResult> {
  const live = new Set((await fieldsForWriting(tx)).map((field) => field.key))
  const keys = one.columns.flatMap((column) => /^custom\.(.+)$/.exec(column.target ?? '')?.[1] ?? [])
  const gone = keys.filter((key) => !live.has(key))
  const giving = await rowsOfChunk(tx, chunk)
  const count = (kind: string) => giving.reduce((sum, row) => sum + (row.kind === kind ? 1 : 0), 0)
  const came = new Set(count('new') > 0 ? await bringIn(tx, one.id, incoming(tx, chunk, 'new', gone)) : [])
  const changed = count('update') > 0 ? await bringUp(tx, incoming(tx, chunk, 'update', gone)) : []
  const missed = giving.filter((row) => row.kind === 'new' && !came.has(row.id)).map((row) => row.row)
  if (missed.length > 0) await markMissed(tx, one.id, missed)
  const present = missed.length > 0 ? giving.filter((row) => row.kind !== 'new' || came.has(row.id)) : giving
  // What one needs is put together while the database does the other.
  const [joined] = await Promise.all([
    giveGroups(tx, importer, present, ImportOptions.parse(one.options)),
    attest(tx, one, present),
  ])
  const traces = tracesFrom(
    present.filter((row) => row.kind !== 'new'),
    changed,
    joined,
  )
  await addTraces(tx, one.id, traces)
  tellChanged(tx, [...came, ...traces.map((trace) => trace.id)])
  return {
    ...{ added: came.size, updated: count('update'), unchanged: count('unchanged') },
    skipped: rows - giving.length + missed.length,
  }
}

/** Who was added can be found by the id they were given; of who was known it is written down what they had. */
function tracesFrom(
  known: { row: number; id: string }[],
  changed: { row: number; before: Record<string, unknown>; after: Record<string, unknown> }[],
  joined: Map<string, string[]>,
): Trace[] {
  if (known.length === 0) return []
  const byRow = new Map(changed.map((one) => [one.row, one]))
  const groupsOf = new Map<string, string[]>(known.map((row) => [row.id, []]))
  for (const [groupId, contactIds] of joined) for (const id of contactIds) groupsOf.get(id)?.push(groupId)
  return known.flatMap(({ row, id }) => {
    const { before = {}, after = {} } = byRow.get(row) ?? {}
    const groupIds = groupsOf.get(id) ?? []
    if (groupIds.length === 0 && Object.keys(after).length === 0) return []
    return [{ row, id, added: false, before, after, groupIds }]
  })
}

/** Somebody states that these people agreed; who opted out stays so, and nothing is stated of them. */
async function attest(tx: Tx, one: StoredImport, rows: { agreed: string | null }[]): Promise<void> {
  const phones = rows.flatMap((row) => row.agreed ?? [])
  if (phones.length === 0 || tx.actor.kind !== 'member') return
  const by = `${tx.actor.firstname} ${tx.actor.lastname}`.trim()
  await attestMany(tx, phones, { method: 'import_attestation', words: statement(one.fileName, by) })
}

async function finish(tx: Tx, one: StoredImport, result: StoredResult, locale: string): Promise<void> {
  const { place, total } = one
  await saveImport(tx, one.id, { state: 'done', place, progress: total, result, finishedAt: tx.world.now(), due: null })
  tx.audit('import.done', one.id, { ...result })
  tellImporter(tx, one, { type: 'success', ...doneWords(result, locale) })
}
