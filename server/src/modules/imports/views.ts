import type { Locale } from '@crewline/contract/accounts'
import { wordsOf } from '@crewline/contract/words'
import type { Import } from '@crewline/contract/imports'
import { ImportOptions } from '@crewline/contract/imports'
import { IMPORT_UNDO_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { importColumns, type StoredImport } from './store/imports.ts'

/** Who looks at an import, and in which language. */
type Shower = Pick<Scope, 'db' | 'actor'>

type ShownImport = StoredImport & { by: string }

const shown = sql`select ${importColumns}, trim(p.firstname || ' ' || p.lastname) as by from import i join person p on p.id = i.person_id`

/** The latest fifty imports, the newest first. */
export async function latestImports(scope: Shower): Promise<Import[]> {
  const found = await sql<ShownImport>`
    ${shown} where i.state <> 'uploading' order by i.created_at desc, i.id desc limit 50`.execute(scope.db)
  return found.rows.map((row) => importFrom(row, languageOf(scope)))
}

/** One import as people see it. */
export async function importById(scope: Shower, id: string): Promise<Import | undefined> {
  const found = await sql<ShownImport>`${shown} where i.id = ${id} and i.state <> 'uploading'`.execute(scope.db)
  return found.rows[0] && importFrom(found.rows[0], languageOf(scope))
}

/** One import as people see it, or `not_found`. */
export async function readOne(scope: Shower, id: string): Promise<{ import: Import }> {
  return { import: (await importById(scope, id)) ?? fail('not_found') }
}

function importFrom(row: ShownImport, language: Locale): Import {
  const { added = 0, updated = 0, skipped = 0, unchanged = 0 } = row.result ?? {}
  return {
    ...{
      id: row.id,
      fileName: row.fileName,
      bytes: row.bytes,
      state: row.state === 'uploading' ? 'reading' : row.state,
    },
    ...{
      rows: row.total,
      progress: row.progress,
      counts: row.counts,
      problem: row.problem === null ? null : wordsOf(row.problem)[language],
      notes: row.notes.map((note) => wordsOf(note)[language]),
      by: row.by,
    },
    columns: row.columns.map(({ index, header, samples, target, newField, fixCapitals, fit, matchedBy }) => ({
      ...{ index, header, samples, target, newField, fixCapitals, fit, matchedBy },
    })),
    options: ImportOptions.parse(row.options),
    result: row.result && { added, updated, skipped, unchanged },
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    undoUntil:
      row.state === 'done' && row.finishedAt ? new Date(row.finishedAt.getTime() + IMPORT_UNDO_MS).toISOString() : null,
  }
}

/** Where columns went in earlier files, by their header. */
export async function remembered(db: Db, headers: string[]): Promise<Map<string, string | null>> {
  const found = await sql<{ header: string; target: string | null }>`
    select header, target from import_memory where header = any(${headers}::text[])`.execute(db)
  return new Map(found.rows.map((one) => [one.header, one.target]))
}

/** Pieces of a file that come in one round trip: as much as a connection brings at once. */
const PARTS_AT_ONCE = 2

/** The pieces of a file in order, a few with each round trip. */
export async function* partsOf(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let nth = 0; ; nth += PARTS_AT_ONCE) {
    // As bytea it would travel in twice its size. A text lies where memory is cleared often, and takes what came with it along.
    const found = await sql<{ content: string | null }>`
      select encode(string_agg(content, '' order by nth), 'base64') as content from import_part
      where import_id = ${importId} and nth between ${nth} and ${nth + PARTS_AT_ONCE - 1}`.execute(db)
    const [part] = found.rows
    if (!part?.content) return
    yield Buffer.from(part.content, 'base64')
  }
}
