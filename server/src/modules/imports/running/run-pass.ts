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
    const done = await runChunk(tx, held, { importId: one.id, from: held.place, to: end.to }, importer)
    for (const name of ['added', 'updated', 'skipped', 'unchanged'] as const) result[name] += done[name]
    const progress = held.progress + end.rows
    if (progress >= held.total) return finish(tx, { ...held, progress, place: end.to }, result, importer.locale)
    await saveImport(tx, one.id, { place: end.to, progress, result, due: tx.world.now() })
    tx.ring('imports')
  })
}

async function runChunk(tx: Tx, one: StoredImport, chunk: Chunk, importer: Importer): Promise<StoredResult> {
  const live = new Set((await fieldsForWriting(tx)).map((field) => field.key))
  const keys = one.columns.flatMap((column) => /^custom\.(.+)$/.exec(column.target ?? '')?.[1] ?? [])
  const gone = keys.filter((key) => !live.has(key))
  const { giving, counts } = await rowsOfChunk(tx, chunk)
  const added = counts.has('new') ? await bringIn(tx, incoming(tx, chunk, 'new', gone)) : []
  const changed = counts.has('update') ? await bringUp(tx, incoming(tx, chunk, 'update', gone)) : []
  const came = new Set(added.map((person) => person.row))
  const missed = giving.filter((row) => row.kind === 'new' && !came.has(row.row)).map((row) => row.row)
  if (missed.length > 0) await markMissed(tx, one.id, missed)
  const present = giving.filter((row) => row.kind !== 'new' || came.has(row.row))
  const joined = await giveGroups(tx, importer, present, ImportOptions.parse(one.options))
  await addTraces(tx, one.id, tracesFrom(present, changed, joined))
  await attest(tx, one, present)
  tellChanged(tx, [
    ...new Set([...added.map((person) => person.id), ...changed.map((person) => person.id), ...joined.keys()]),
  ])
  const count = (kind: string) => counts.get(kind) ?? 0
  return {
    ...{ added: added.length, updated: count('update'), unchanged: count('unchanged') },
    skipped: count('invalid') + count('duplicate') + count('skipped') + missed.length,
  }
}

/** Who was added can be found by the id they were given; of who was known it is written down what they had. */
function tracesFrom(
  rows: { row: number; id: string; kind: string }[],
  changed: { row: number; before: Record<string, unknown>; after: Record<string, unknown> }[],
  joined: Map<string, string[]>,
): Trace[] {
  const byRow = new Map(changed.map((one) => [one.row, one]))
  return rows.flatMap(({ row, id, kind }) => {
    const { before = {}, after = {} } = byRow.get(row) ?? {}
    const groupIds = joined.get(id) ?? []
    if (kind === 'new' || (groupIds.length === 0 && Object.keys(after).length === 0)) return []
    return [{ row, id, added: false, before, after, groupIds }]
  })
}

/** Somebody states that these people agreed; who opted out stays so, and nothing is stated of them. */
async function attest(tx: Tx, one: StoredImport, rows: { phone: string | null; optedOut: boolean }[]): Promise<void> {
  const phones = [...new Set(rows.flatMap((row) => (row.phone !== null && !row.optedOut ? [row.phone] : [])))]
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
