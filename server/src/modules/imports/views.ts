import { localize } from '../../kernel/i18n/localize.ts'
import type { Locale } from '@crewline/contract/accounts'
import { decodeLocalizedText } from '@crewline/contract/words'
import type { Import } from '@crewline/contract/imports'
import { ImportOptions } from '@crewline/contract/imports'
import { IMPORT_UNDO_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import { fail } from '../../kernel/failure.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { importColumns, type StoredImport } from './store/imports.ts'

/** The reader of an import, and with it the language. */
type Shower = Pick<Scope, 'db' | 'actor'>

type ImportWithAuthor = StoredImport & { by: string }

const selectImports = sql`select ${importColumns}, trim(p.firstname || ' ' || p.lastname) as by from import i join user_account p on p.id = i.user_id`

/** Returns the latest 50 imports, newest first. */
export async function latestImports(scope: Shower): Promise<Import[]> {
  const result = await sql<ImportWithAuthor>`
    ${selectImports} where i.state <> 'uploading' order by i.created_at desc, i.id desc limit 50`.execute(scope.db)
  return result.rows.map((row) => importFrom(row, languageOf(scope)))
}

/** Returns one import for display; undefined when it does not exist or is still being uploaded. */
export async function importById(scope: Shower, id: string): Promise<Import | undefined> {
  const result = await sql<ImportWithAuthor>`${selectImports} where i.id = ${id} and i.state <> 'uploading'`.execute(
    scope.db,
  )
  return result.rows[0] && importFrom(result.rows[0], languageOf(scope))
}

/** Returns one import for display, or fails with `not_found`. */
export async function readOne(scope: Shower, id: string): Promise<{ import: Import }> {
  return { import: (await importById(scope, id)) ?? fail('not_found') }
}

function importFrom(row: ImportWithAuthor, language: Locale): Import {
  const { added = 0, updated = 0, skipped = 0, unchanged = 0 } = row.result ?? {}
  return {
    id: row.id,
    fileName: row.fileName,
    bytes: row.bytes,
    state: row.state === 'uploading' ? 'reading' : row.state,
    rows: row.total,
    progress: row.progress,
    counts: row.counts,
    problem: row.problem === null ? null : localize(decodeLocalizedText(row.problem), language),
    notes: row.notes.map((note) => localize(decodeLocalizedText(note), language)),
    by: row.by,
    columns: row.columns.map(
      ({
        index,
        header,
        samples,
        target,
        newField,
        fixCapitals,
        hasMixedDates,
        dateOrder,
        replacements = [],
        fit,
        matchedBy,
      }) => ({
        index,
        header,
        samples,
        target,
        newField,
        fixCapitals,
        hasMixedDates,
        dateOrder,
        replacements,
        fit,
        matchedBy,
      }),
    ),
    options: ImportOptions.parse(row.options),
    result: row.result && {
      added,
      updated,
      skipped,
      unchanged,
    },
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    undoUntil:
      row.state === 'done' && row.finishedAt ? new Date(row.finishedAt.getTime() + IMPORT_UNDO_MS).toISOString() : null,
  }
}

/** Returns the column targets of earlier files by header. */
export async function remembered(db: Db, headers: string[]): Promise<Map<string, string | null>> {
  const result = await sql<Row<'import_memory', 'header' | 'target'>>`
    select header, target from import_memory where header = any(${headers}::text[])`.execute(db)
  return new Map(result.rows.map((row) => [row.header, row.target]))
}

/** Pieces of a file per round trip: as much as a connection delivers at once. */
const PARTS_AT_ONCE = 2

/** Yields the pieces of a file in order, a few per round trip. */
export async function* partsOf(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let nth = 0; ; nth += PARTS_AT_ONCE) {
    // As bytea, the content would be sent at twice its size. A string is in memory that is collected often, and frees
    // the received buffer with it.
    const result = await sql<{ content: string | null }>`
      select encode(string_agg(content, '' order by nth), 'base64') as content from import_part
      where import_id = ${importId} and nth between ${nth} and ${nth + PARTS_AT_ONCE - 1}`.execute(db)
    const [part] = result.rows
    if (!part?.content) return
    yield Buffer.from(part.content, 'base64')
  }
}
