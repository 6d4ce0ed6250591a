import type { Words } from '@crewline/contract/words'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Importer } from '../actor.ts'
import { plainHeader } from '../matching/header-words.ts'
import { matchColumns } from '../matching/match-rules.ts'
import { visibleFields } from '../matching/visible-fields.ts'
import type { StoredColumn } from '../checking/plan.ts'
import { holdImport, removeParts, saveImport, type StoredImport } from '../store/imports.ts'
import { stageRows } from '../store/rows.ts'
import { firstCells, lastStaged, rowsAfter } from '../row-views.ts'
import { partsOf, remembered } from '../views.ts'
import { fitCounter } from '../checking/fit-rules.ts'
import { planOf, withDateOrders } from '../checking/make-plan.ts'
import { readRow } from '../checking/row-rules.ts'
import { readFile, type GivenFile } from './read-file.ts'
import { copiesOf } from './leftovers.ts'
import { FileRefused } from './refused.ts'
import type { Line } from './table.ts'

/** Characters of rows written at once. */
const BATCH_CHARACTERS = 250_000
/** Rows whose fit is counted at once. */
const FIT_ROWS = 300
/** Rows looked at to match columns by what is in them. */
const SAMPLE_ROWS = 200
/** The reading is taken for dead when it writes nothing for this long, in ms. */
const LEASE_MS = 20_000

/** Somebody discarded the import while it was read, or another process has read it. */
class NotReadAnyMore extends Error {}

/** Reads the whole file onto the stage and matches its columns. Reading it again after a crash stages the same rows. */
export async function readStep(
  { kernel, rows }: { kernel: Kernel; rows: number },
  one: StoredImport,
  importer: Importer,
): Promise<void> {
  const { scope } = importer
  const copy = join(copiesOf(kernel.config.dataDir), `${one.id}-${scope.world.id()}`)
  const notes: Words[] = []
  try {
    const { headers, count } = await stage(one, { scope, file: fileOf(scope, one, copy), most: rows }, notes)
    const columns = await fitted(one, importer, await matched(one, importer, headers))
    await scope.tx(async (tx) => {
      const held = await holdImport(tx, one.id)
      if (held?.state !== 'reading') return
      await removeParts(tx, one.id)
      await saveImport(tx, one.id, {
        state: 'matching',
        columns,
        total: count,
        progress: 0,
        place: 0,
        notes,
        due: null,
      })
      tx.audit('import.read', one.id, { rows: count })
    })
  } catch (error) {
    if (error instanceof NotReadAnyMore) return
    if (!(error instanceof FileRefused)) throw error
    await scope.tx(async (tx) => {
      if ((await holdImport(tx, one.id))?.state !== 'reading') return
      await removeParts(tx, one.id)
      await saveImport(tx, one.id, {
        state: 'failed',
        problem: error.words,
        notes,
        finishedAt: tx.world.now(),
        due: null,
      })
      tx.audit('import.refused', one.id)
    })
  } finally {
    await rm(copy, { force: true })
  }
}

function fileOf(scope: Importer['scope'], one: StoredImport, copy: string): GivenFile {
  const bytes = () => partsOf(scope.db, one.id)
  return {
    name: one.fileName,
    bytes,
    onDisk: async () => {
      await mkdir(join(copy, '..'), { recursive: true, mode: 0o700 })
      await pipeline(Readable.from(bytes()), createWriteStream(copy, { mode: 0o600 }))
      return copy
    },
  }
}

async function stage(
  one: StoredImport,
  { scope, file, most }: { scope: Importer['scope']; file: GivenFile; most: number },
  notes: Words[],
): Promise<{ headers: string[]; count: number }> {
  let headers: string[] = []
  let [count, characters] = [0, 0]
  let batch: Line[] = []
  // A reading that was cut off has put its rows on the stage in their order.
  const staged = await lastStaged(scope.db, one.id)
  const write = async () => {
    const rows = batch.filter((line) => line.row > staged)
    batch = []
    characters = 0
    await scope.tx(async (tx) => {
      if ((await holdImport(tx, one.id))?.state !== 'reading') throw new NotReadAnyMore()
      if (rows.length > 0) await stageRows(tx, one.id, rows)
      const due = new Date(tx.world.now().getTime() + LEASE_MS)
      await saveImport(tx, one.id, { total: count, progress: count, due })
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

async function matched(one: StoredImport, { scope }: Importer, headers: string[]): Promise<StoredColumn[]> {
  const rows = await firstCells(scope.db, one.id, SAMPLE_ROWS)
  const samples = headers.map((_, at) => rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== ''))
  const known = {
    remembered: await remembered(scope.db, headers.map(plainHeader)),
    fields: await visibleFields(scope),
    country: scope.org.country,
  }
  return matchColumns(headers, samples, known).map(({ target, matchedBy }, index) => ({
    ...{ index, header: headers[index] ?? '', samples: (samples[index] ?? []).slice(0, 3), target, matchedBy },
    ...{ newField: null, fixCapitals: shouts(target, samples[index] ?? []), fit: null },
  }))
}

/** How many values fit where each column goes, of all rows. */
async function fitted(one: StoredImport, importer: Importer, columns: StoredColumn[]): Promise<StoredColumn[]> {
  const { scope } = importer
  const dated = await withDateOrders(scope, one.id, columns, scope.org.country)
  const plan = await planOf(importer, { columns: dated, options: {} })
  const fits = fitCounter(dated)
  for (let place = 0; ;) {
    const rows = await rowsAfter(scope.db, one.id, place, FIT_ROWS)
    for (const { cells } of rows) fits.count(cells, readRow(cells, plan).problems)
    if (rows.length < FIT_ROWS) return fits.columns()
    place = rows.at(-1)?.row ?? place
    await scope.tx((tx) => saveImport(tx, one.id, { due: new Date(tx.world.now().getTime() + LEASE_MS) }))
  }
}

/** Names in capitals only are offered to be put right. */
function shouts(target: string | null, cells: string[]): boolean {
  if (!['firstname', 'lastname', 'fullname', 'preferredName'].includes(target ?? '')) return false
  const loud = cells.filter((cell) => cell.length > 2 && cell === cell.toUpperCase() && /\p{Letter}/u.test(cell))
  return cells.length > 0 && loud.length / cells.length > 0.3
}
