import type { LocalizedText } from '@crewline/contract/words'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RunInProgress } from '../../../kernel/runs/define.ts'
import type { Importer } from '../actor.ts'
import type { ImportCommit } from '../passes.ts'
import { plainHeader } from '../matching/header-words.ts'
import { shiftsByName } from '../../shifts/index.ts'
import { matchColumns } from '../matching/match-rules.ts'
import { visibleFields } from '../matching/visible-fields.ts'
import type { StoredColumn } from '../checking/plan.ts'
import { lockImport, removeParts, saveImport, type StoredImport } from '../store/imports.ts'
import { insertStagingRows } from '../store/rows.ts'
import { firstCells, lastStaged, rowsAfter } from '../row-views.ts'
import { partsOf, remembered } from '../views.ts'
import { mixedDatesFinder } from '../checking/date-rules.ts'
import { fitCounter } from '../checking/fit-rules.ts'
import { planOf, withDateOrders } from '../checking/make-plan.ts'
import { readRow } from '../checking/row-rules.ts'
import { readFile, type SourceFile } from './read-file.ts'
import { copiesOf } from './leftovers.ts'
import { FileRefused } from './refused.ts'
import type { Line } from './table.ts'

/** Characters of rows written at once. */
const BATCH_CHARACTERS = 250_000
/** Rows whose fit is counted at once. */
const FIT_ROWS = 300
/** Rows sampled to match columns by content. */
const SAMPLE_ROWS = 200

/** The import was discarded while it was read, or another process finished reading it. */
class NotReadAnyMore extends Error {}

/**
 * Reads the whole file into the staging table and matches its columns; returns what commits the result. Reading again
 * after a crash stages the same rows.
 */
export async function readStep(
  { run, rows }: { run: RunInProgress; rows: number },
  storedImport: StoredImport,
  importer: Importer,
): Promise<ImportCommit> {
  const { scope } = importer
  const copy = join(copiesOf(run.kernel.config.dataDir), `${storedImport.id}-${scope.world.id()}`)
  const notes: LocalizedText[] = []
  try {
    const { headers, count } = await stageRows(
      storedImport,
      { scope, file: fileOf(scope, storedImport, copy), most: rows, signal: run.signal },
      notes,
    )
    const columns = await fitted(
      storedImport,
      { importer, signal: run.signal },
      await matched(storedImport, importer, headers),
    )
    return async (tx) => {
      const held = await lockImport(tx, storedImport.id)
      if (held?.state !== 'reading') return 'end'
      await removeParts(tx, storedImport.id)
      await saveImport(tx, storedImport.id, {
        state: 'matching',
        columns,
        total: count,
        progress: 0,
        place: 0,
        notes,
      })
      tx.audit('import.read', storedImport.id, { rows: count })
      return 'end'
    }
  } catch (error) {
    if (error instanceof NotReadAnyMore) return async () => 'end'
    if (!(error instanceof FileRefused)) throw error
    return async (tx) => {
      if ((await lockImport(tx, storedImport.id))?.state !== 'reading') return 'end'
      await removeParts(tx, storedImport.id)
      await saveImport(tx, storedImport.id, {
        state: 'failed',
        problem: error.text,
        notes,
        finishedAt: tx.world.now(),
      })
      tx.audit('import.refused', storedImport.id)
      return 'end'
    }
  } finally {
    await rm(copy, { force: true })
  }
}

function fileOf(scope: Importer['scope'], storedImport: StoredImport, copy: string): SourceFile {
  const bytes = () => partsOf(scope.db, storedImport.id)
  return {
    name: storedImport.fileName,
    bytes,
    onDisk: async () => {
      await mkdir(join(copy, '..'), { recursive: true, mode: 0o700 })
      await pipeline(Readable.from(bytes()), createWriteStream(copy, { mode: 0o600 }))
      return copy
    },
  }
}

async function stageRows(
  storedImport: StoredImport,
  { scope, file, most, signal }: { scope: Importer['scope']; file: SourceFile; most: number; signal: AbortSignal },
  notes: LocalizedText[],
): Promise<{ headers: string[]; count: number }> {
  let headers: string[] = []
  let [count, characters] = [0, 0]
  let batch: Line[] = []
  // An interrupted read has already staged its rows in order.
  const staged = await lastStaged(scope.db, storedImport.id)
  const write = async () => {
    signal.throwIfAborted()
    const rows = batch.filter((line) => line.row > staged)
    batch = []
    characters = 0
    await scope.tx(async (tx) => {
      if ((await lockImport(tx, storedImport.id))?.state !== 'reading') throw new NotReadAnyMore()
      if (rows.length > 0) await insertStagingRows(tx, storedImport.id, rows)
      await saveImport(tx, storedImport.id, { total: count, progress: count })
    })
  }
  for await (const item of readFile(file, notes)) {
    if ('headers' in item) {
      headers = item.headers
      notes.push(...item.notes)
      continue
    }
    batch.push(item)
    count += 1
    for (const cell of item.cells) characters += cell.length + 3
    if (batch.length >= most || characters >= BATCH_CHARACTERS) await write()
  }
  if (batch.length > 0) await write()
  return { headers, count }
}

async function matched(storedImport: StoredImport, { scope }: Importer, headers: string[]): Promise<StoredColumn[]> {
  const rows = await firstCells(scope.db, storedImport.id, SAMPLE_ROWS)
  const samples = headers.map((_, at) => rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== ''))
  const context = {
    remembered: await remembered(scope.db, headers.map(plainHeader)),
    fields: await visibleFields(scope),
    shifts: new Set((await shiftsByName(scope.db)).keys()),
    country: scope.org.country,
  }
  return matchColumns(headers, samples, context).map(({ target, matchedBy }, index) => ({
    index,
    header: headers[index] ?? '',
    samples: (samples[index] ?? []).slice(0, 3),
    target,
    matchedBy,
    newField: null,
    fixCapitals: shouts(target, samples[index] ?? []),
    hasMixedDates: false,
    dateOrder: null,
    fit: null,
  }))
}

/** Counts over all rows how many values fit the target of each column, and finds mixed dates. */
async function fitted(
  storedImport: StoredImport,
  { importer, signal }: { importer: Importer; signal: AbortSignal },
  columns: StoredColumn[],
): Promise<StoredColumn[]> {
  const { scope } = importer
  const dated = await withDateOrders(scope, storedImport.id, columns, {
    country: scope.org.country,
    fields: await visibleFields(scope),
  })
  const plan = await planOf(importer, { columns: dated, options: {} })
  const fits = fitCounter(dated)
  const mixed = mixedDatesFinder()
  for (let position = 0; ;) {
    const rows = await rowsAfter(scope.db, storedImport.id, position, FIT_ROWS)
    for (const { cells } of rows) {
      fits.count(cells, readRow(cells, plan).problems)
      mixed.count(cells)
    }
    if (rows.length < FIT_ROWS)
      return fits.columns().map((column) => ({ ...column, hasMixedDates: mixed.isMixed(column.index) }))
    position = rows.at(-1)?.row ?? position
    signal.throwIfAborted()
  }
}

/** Offers to correct names that are all in capitals. */
function shouts(target: string | null, cells: string[]): boolean {
  if (!['firstname', 'lastname', 'fullname', 'preferredName'].includes(target ?? '')) return false
  const loud = cells.filter((cell) => cell.length > 2 && cell === cell.toUpperCase() && /\p{Letter}/u.test(cell))
  return cells.length > 0 && loud.length / cells.length > 0.3
}
