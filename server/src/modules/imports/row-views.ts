import type { Locale } from '@crewline/contract/accounts'
import { wordsOf } from '@crewline/contract/words'
import type { ImportRow } from '@crewline/contract/imports'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Said, Verdict } from './checking/classify-rules.ts'

/** A row as the check needs it. */
export interface StagedRow {
  row: number
  cells: string[]
  said: Said
  contactId: string | null
  kind: ImportRow['kind'] | null
}

const staged = sql`select row, cells, said, contact_id as "contactId", kind from import_row`

/** The next rows of a file behind a line. */
export async function rowsAfter(db: Db, importId: string, place: number, most: number): Promise<StagedRow[]> {
  const found =
    await sql<StagedRow>`${staged} where import_id = ${importId} and row > ${place} order by row limit ${most}`.execute(
      db,
    )
  return found.rows
}

/** The rows that share a number, an employee id or a person with these lines, and the lines themselves. */
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
  const found = await sql<StagedRow & { phone: string | null; employeeId: string | null }>`
    select row, cells, said, contact_id as "contactId", kind, phone, employee_id as "employeeId" from import_row
    where import_id = ${importId} and (row = any(${rows}::int[]) or phone = any(${phones}::text[]) or employee_id = any(${employeeIds}::text[])
      or (contact_id = any(${contactIds}::uuid[]) and kind in ('update', 'unchanged', 'duplicate'))) order by row limit 2000`.execute(
    db,
  )
  return found.rows
}

type Show = 'all' | 'problems' | 'new' | 'update' | 'duplicate' | 'invalid' | 'skipped' | 'opted_out'

function conditionOf(show: Show): RawBuilder<unknown> {
  if (show === 'all') return sql`true`
  if (show === 'problems') return sql`kind in ('invalid', 'duplicate')`
  return show === 'opted_out' ? sql`opted_out` : sql`kind = ${show}`
}

/** Rows as people see them, behind a line, in the order of the file. */
export async function shownRows(
  db: Db,
  importId: string,
  ask: { show: Show; after: number; most: number; rows?: number[]; language: Locale },
): Promise<ImportRow[]> {
  const wanted = conditionOf(ask.show)
  const among = ask.rows ? sql`and row = any(${ask.rows}::int[])` : sql``
  const found = await sql<{
    row: number
    kind: ImportRow['kind'] | null
    cells: string[]
    problems: Verdict['problems'] | null
    opted_out: boolean
  }>`
    select row, kind, cells, problems, opted_out from import_row
    where import_id = ${importId} and row > ${ask.after} and ${wanted} ${among} order by row limit ${ask.most}`.execute(
    db,
  )
  return found.rows.map((one) => ({
    ...{
      row: one.row,
      kind: one.kind ?? 'skipped',
      values: one.cells,
      problems: (one.problems ?? []).map((said) => ({ ...said, words: wordsOf(said.words)[ask.language] })),
      optedOut: one.opted_out,
    },
  }))
}

/** The last line on the stage; 0 where it is empty. */
export async function lastStaged(db: Db, importId: string): Promise<number> {
  const found = await sql<{ row: number }>`
    select row from import_row where import_id = ${importId} order by row desc limit 1`.execute(db)
  return found.rows[0]?.row ?? 0
}

/** The first values of each column, for matching and for judging how dates are written. */
export async function firstCells(db: Db, importId: string, most: number): Promise<string[][]> {
  const found = await sql<{
    cells: string[]
  }>`select cells from import_row where import_id = ${importId} order by row limit ${most}`.execute(db)
  return found.rows.map((one) => one.cells)
}

/** Rows that stay out, with why in words. */
export async function problemRows(
  db: Db,
  importId: string,
  { after, most, language }: { after: number; most: number; language: Locale },
): Promise<{ row: number; cells: string[]; words: string }[]> {
  const found = await sql<{ row: number; cells: string[]; problems: Verdict['problems'] | null }>`
    select row, cells, problems from import_row
    where import_id = ${importId} and row > ${after} and kind in ('invalid', 'duplicate') order by row limit ${most}`.execute(
    db,
  )
  return found.rows.map(({ row, cells, problems }) => ({
    row,
    cells,
    words: (problems ?? []).map((one) => wordsOf(one.words)[language]).join(' '),
  }))
}
