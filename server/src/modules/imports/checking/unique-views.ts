import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { CheckedRow } from './check-rows.ts'
import type { UniqueField, UniqueValues } from '../store/same-values.ts'
import type { Draft } from './draft.ts'
import type { CheckPlan } from './plan.ts'

/** Returns the unique fields that a column of the file fills. */
export function uniqueFields({ fields, columns }: Pick<CheckPlan, 'fields' | 'columns'>): UniqueField[] {
  return fields.flatMap(({ key, name, unique }) => {
    const column = columns.find(({ target }) => target === `custom.${key}`)
    return unique && column ? [{ key, name, column: column.index }] : []
  })
}

/** Returns the values of unique fields in these drafts, lower-cased for comparison. */
export function uniqueValues(fields: UniqueField[], drafts: (Draft | null)[]): UniqueValues {
  return new Map(
    fields.map(({ key }) => {
      const values = drafts.map((draft) => draft?.custom?.[key] ?? null).filter((value) => value !== null)
      return [key, [...new Set(values.map((value) => String(value).toLowerCase()))]]
    }),
  )
}

/** Returns the rows of a file that set one of these values, including invalid rows; at most 2,000. */
export async function rowsGiving(db: Db, importId: string, values: UniqueValues): Promise<number[]> {
  const requestedValues = [...values].filter(([, fieldValues]) => fieldValues.length > 0)
  if (requestedValues.length === 0) return []
  const conditions = requestedValues.map(
    ([key, fieldValues]) => sql`lower(draft->'custom'->>${key}::text) = any(${fieldValues}::text[])`,
  )
  const result = await sql<Row<'import_row', 'row'>>`
    select row from import_row where import_id = ${importId} and kind in ('new', 'update', 'invalid') and (${sql.join(conditions, sql` or `)})
    order by row limit 2000`.execute(db)
  return result.rows.map((importRow) => importRow.row)
}

/** Returns the drafts of these rows from the last check. */
export async function draftsOf(db: Db, importId: string, rows: number[]): Promise<(Draft | null)[]> {
  const result = await sql<Row<'import_row', 'draft', { draft: Draft | null }>>`
    select draft from import_row where import_id = ${importId} and row = any(${rows}::int[])`.execute(db)
  return result.rows.map((importRow) => importRow.draft)
}

/** Returns the rows that set a unique value which another contact of the organization already has, with a message. */
export async function findTakenValues(
  db: Db,
  plan: CheckPlan,
  rows: CheckedRow[],
): Promise<[CheckedRow, LocalizedText][]> {
  const conflicts: [CheckedRow, LocalizedText][] = []
  for (const { key, name } of uniqueFields(plan)) {
    const valueOf = ({ classification }: CheckedRow) => classification.draft.custom?.[key] ?? null
    const asking = rows.filter((row) => ['new', 'update'].includes(row.classification.kind) && valueOf(row) !== null)
    if (asking.length === 0) continue
    const result = await sql<{ id: string; value: string }>`
      select id, lower(custom->>${key}) as value from contact
      where archived_at is null and lower(custom->>${key}) = any(${asking.map((row) => String(valueOf(row)).toLowerCase())}::text[])`.execute(
      db,
    )
    const owners = new Map(result.rows.map((row) => [row.value, row.id]))
    for (const row of asking) {
      const value = String(valueOf(row)).toLowerCase()
      const owner = owners.get(value)
      if (owner !== undefined && owner !== row.id)
        conflicts.push([
          row,
          msg({
            message: '{name} {value} belongs to another contact. Check which is right.',
            values: { name, value: String(valueOf(row)) },
          }),
        ])
    }
  }
  return conflicts
}
