import { localize } from '../../kernel/i18n/localize.ts'
import type { Locale } from '@crewline/contract/accounts'
import { decodeLocalizedText } from '@crewline/contract/words'
import type { ImportRow } from '@crewline/contract/imports'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'
import type { RowChoices, RowClassification } from './checking/classify-rules.ts'

/** A staged row with what the check needs. */
export type StagedRow = CamelRow<
  'import_row',
  'row' | 'cells' | 'choices' | 'contact_id' | 'kind',
  { cells: string[]; choices: RowChoices }
>

const staged = sql`select row, cells, choices, contact_id as "contactId", kind from import_row`

/** Returns the next rows of a file after a row number. */
export async function rowsAfter(db: Db, importId: string, position: number, most: number): Promise<StagedRow[]> {
  const result =
    await sql<StagedRow>`${staged} where import_id = ${importId} and row > ${position} order by row limit ${most}`.execute(
      db,
    )
  return result.rows
}

/** Returns these rows and all rows that share a number, an employee id or a contact with them. */
export async function rowsConcerned(
  db: Db,
  importId: string,
  {
    rows,
    phones,
    employeeIds,
    contactIds,
  }: { rows: number[]; phones: string[]; employeeIds: string[]; contactIds: string[] },
): Promise<(StagedRow & { phone: string | null; employeeId: string | null })[]> {
  const result = await sql<StagedRow & { phone: string | null; employeeId: string | null }>`
    select row, cells, choices, contact_id as "contactId", kind, phone, employee_id as "employeeId" from import_row
    where import_id = ${importId} and (row = any(${rows}::int[]) or phone = any(${phones}::text[]) or employee_id = any(${employeeIds}::text[])
      or (contact_id = any(${contactIds}::uuid[]) and kind in ('update', 'unchanged', 'duplicate'))) order by row limit 2000`.execute(
    db,
  )
  return result.rows
}

type Show = 'all' | 'problems' | 'new' | 'update' | 'duplicate' | 'invalid' | 'skipped' | 'opted_out' | 'no_phone'

function conditionOf(show: Show): RawBuilder<unknown> {
  if (show === 'all') return sql`true`
  if (show === 'problems') return sql`kind in ('invalid', 'duplicate')`
  if (show === 'no_phone') return sql`no_phone and kind in ('new', 'update')`
  return show === 'opted_out' ? sql`opted_out` : sql`kind = ${show}`
}

/** Returns rows for display after a row number, in file order. */
export async function listImportRows(
  db: Db,
  importId: string,
  options: { show: Show; after: number; most: number; rows?: number[]; language: Locale },
): Promise<ImportRow[]> {
  const condition = conditionOf(options.show)
  const among = options.rows ? sql`and row = any(${options.rows}::int[])` : sql``
  const result = await sql<
    Row<'import_row', 'row' | 'opted_out'> & {
      kind: ImportRow['kind'] | null
      cells: string[]
      problems: RowClassification['problems'] | null
    }
  >`
    select row, kind, cells, problems, opted_out from import_row
    where import_id = ${importId} and row > ${options.after} and ${condition} ${among} order by row limit ${options.most}`.execute(
    db,
  )
  return result.rows.map((row) => ({
    row: row.row,
    kind: row.kind ?? 'skipped',
    values: row.cells,
    problems: (row.problems ?? []).map((rowProblem) => ({
      ...rowProblem,
      words: localize(decodeLocalizedText(rowProblem.words), options.language),
      // Rows that were checked before suggestions existed have none.
      suggestion: rowProblem.suggestion ?? null,
    })),
    optedOut: row.opted_out,
  }))
}

/** Returns the last staged row number; 0 when there is none. */
export async function lastStaged(db: Db, importId: string): Promise<number> {
  const result = await sql<Row<'import_row', 'row'>>`
    select row from import_row where import_id = ${importId} order by row desc limit 1`.execute(db)
  return result.rows[0]?.row ?? 0
}

/** Returns the cells of the first rows, for matching and for detecting date orders. */
export async function firstCells(db: Db, importId: string, most: number): Promise<string[][]> {
  const result = await sql<Row<'import_row', 'cells', { cells: string[] }>>`
    select cells from import_row where import_id = ${importId} order by row limit ${most}`.execute(db)
  return result.rows.map((row) => row.cells)
}

type ProblemRow = Row<
  'import_row',
  'row' | 'cells' | 'problems',
  { cells: string[]; problems: RowClassification['problems'] | null }
>

/** Returns the rows that are not imported, with the reasons. */
export async function problemRows(
  db: Db,
  importId: string,
  { after, most, language }: { after: number; most: number; language: Locale },
): Promise<{ row: number; cells: string[]; problemText: string }[]> {
  const result = await sql<ProblemRow>`
    select row, cells, problems from import_row
    where import_id = ${importId} and row > ${after} and kind in ('invalid', 'duplicate') order by row limit ${most}`.execute(
    db,
  )
  return result.rows.map(({ row, cells, problems }) => ({
    row,
    cells,
    problemText: (problems ?? [])
      .map((rowProblem) => localize(decodeLocalizedText(rowProblem.words), language))
      .join(' '),
  }))
}
